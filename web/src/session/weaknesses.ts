import { type Weakness, weaknesses } from '@glasshouse/protocol/session/weak-passwords';

/** A weak password is refused at its field. */
export const atPassword = Object.fromEntries(weaknesses.map((reason) => [reason, 'password'])) as Record<
  Weakness,
  'password'
>;

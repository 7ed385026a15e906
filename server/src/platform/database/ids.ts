import { createHash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

/** Time-ordered, so rows made together are stored together. */
export const newId = (): string => randomUUIDv7();
/** The time in milliseconds that a time-ordered id begins with. */
export const msOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
export const newToken = (): string => randomBytes(32).toString('base64url');
/** The form in which a table stores a token. A copy of the table opens nothing. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newDigits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');

// Without letters and digits that are easily confused.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const signs = (count: number) => Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
export const newInvitationCode = (): string => signs(8);

const birds = ['heron', 'finch', 'robin', 'swift', 'raven', 'stork', 'quail', 'egret', 'wren', 'crane', 'lark', 'tern'];
/** A random username for a user without one: a bird and six characters, which reveal nothing about the user. */
export const newUsername = (): string => `${birds[randomInt(birds.length)]}-${signs(6).toLowerCase()}`;

import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { newId } from '#platform/database/ids.ts';
import type { World } from './world.ts';

type Person = Awaited<ReturnType<World['person']>>;
export const deposits = ['0', '100', '500', '2000', '5000', '10000'] as const;
export const tradePassword = '246810';

/** A user with a level, through the calls. */
export async function withLevel(person: Person, level: number): Promise<Person> {
  const answer = await person.call(upgradeVip, { id: newId(), level, deposit: deposits[level]!, tradePassword });
  if (answer.code !== 200) throw new Error(`could not upgrade: ${JSON.stringify(answer)}`);
  return person;
}

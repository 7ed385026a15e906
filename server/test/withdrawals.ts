import { makeAddress } from '@glasshouse/protocol/movements/addresses';
import { startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import { sql } from 'kysely';
import { newId } from '#platform/database/ids.ts';
import type { World } from './world.ts';

type Person = Awaited<ReturnType<World['person']>>;

/** A practice address, a different one for each name. */
export const addressOf = (name: string) => makeAddress('TRC20', Buffer.from(name.padEnd(10, '.')));
export const practiceAddress = addressOf('practice payee');
/** The input of a withdrawal to an address, apart from id and amount. */
export const toAddress = {
  to: 'address',
  network: 'TRC20',
  address: practiceAddress,
  fee: '1.00',
  tradePassword: '246810',
} as const;

/** A user who may withdraw, without going through the identity check. */
export async function verified(world: World, person?: Person): Promise<Person> {
  const found = person ?? (await world.person());
  await sql`update person set identity = 'passed' where number = ${found.number}`.execute(world.owner);
  return found;
}

type More = { id?: string; saveAs?: string; code?: string; to?: 'address'; network?: 'TRC20'; address?: string };
/** Requests a withdrawal through the call, and returns its id. */
export async function withdraw(person: Person, amount: string, more: More = {}) {
  const id = more.id ?? newId();
  return { ...(await person.call(startWithdrawal, { ...toAddress, ...more, id, amount })), id };
}

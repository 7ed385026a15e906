import * as protocol from '@glasshouse/protocol/backoffice/users';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Wallet } from '@glasshouse/protocol/ledger/books';
import { isLocale } from '@glasshouse/protocol/locales';
import { formatUnits } from '@glasshouse/protocol/money';
import { askCorrection, correct, statement } from '#money/assets/assets.ts';
import { balancesOf } from '#money/ledger/ledger.ts';
import { people, userForOperators } from '#people/people/people.ts';
import { openSessions } from '#people/session/session.ts';
import { serveForApproval } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok } from '#platform/http/result.ts';

const maxFound = 50;

type FoundUser = Output<typeof protocol.searchUsers>['list'][number];
/** A user as search results show them. */
export function foundOf(person: Awaited<ReturnType<typeof people.findPeople>>[number]): FoundUser {
  const { number, username, email, phone, country, status, vipLevel, identity, registeredAt } =
    userForOperators(person);
  return { number, username, email, phone, country, status, vipLevel, identity, registeredAt };
}

export async function searchUsers(
  tx: Tx,
  { query }: Input<typeof protocol.searchUsers>,
): Promise<Output<typeof protocol.searchUsers>> {
  const rows = await people.findPeople(tx, query, maxFound + 1);
  return { list: rows.slice(0, maxFound).map(foundOf), complete: rows.length <= maxFound };
}

export async function showUser(tx: Tx, now: Date, { number }: Input<typeof protocol.showUser>) {
  const person = await people.personByNumber(tx, BigInt(number));
  if (!person) return err('not_found');
  const inviter = person.invited_by === null ? undefined : await people.numberOf(tx, person.invited_by);
  const balances = await balancesOf(tx, person.number);
  return ok({
    info: userForOperators(person),
    language: isLocale(person.language) ? person.language : null,
    invitedBy: inviter === undefined ? null : String(inviter),
    sessions: await openSessions(tx, now, person.id),
    wallets: balances.map(({ name, currency, amount }) => ({
      wallet: name as Wallet,
      currency,
      amount: formatUnits(amount, currency),
    })),
  });
}

/** The statement, as its user sees it. */
export async function readStatement(tx: Tx, { number, ...choice }: Input<typeof protocol.readUserStatement>) {
  const person = await people.personByNumber(tx, BigInt(number));
  return person ? ok(await statement(tx, person.number, choice)) : err('not_found');
}

const exists = async (tx: Tx, number: string) => (await people.personByNumber(tx, BigInt(number))) !== undefined;

/** Balances are never edited. A correction is a posting for an existing user, made when a second person approves. */
export const correction = serveForApproval(protocol.correctBalance, {
  ask: async ({ tx }, input) => {
    if (!(await exists(tx, input.number))) return err('not_found');
    // The second person sees the resulting balance. A request is kept permanently, so it contains no names.
    return askCorrection(tx, input);
  },
  decide: async (call, input) => ((await exists(call.tx, input.number)) ? correct(call, input) : err('not_found')),
});

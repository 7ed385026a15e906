import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/transfers/calls';
import { maskedName, people } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { levelOf, limitsAt, receivedOf } from '../vip/vip.ts';
import type { PayeeTokens } from './payee-token.ts';

type Found = NonNullable<Awaited<ReturnType<typeof people.personByAnyName>>>;
// A placeholder for a user who doesn't exist, so that the same work is done for both.
const nobody: Found = {
  ...{ id: '00000000-0000-0000-0000-000000000000', number: 0n, username: null, email: null, phone: null },
  ...{ invitation_code: '', status: 'abnormal', leaves_at: null, deleted_at: null },
};

function foundBy({ invitation_code, email, phone }: Found, account: string) {
  if (invitation_code === account.toUpperCase()) return 'invitation';
  const name = people.loginName(account);
  return name === email ? 'email' : name === phone ? 'phone' : 'username';
}

/** The level of a user who can receive transfers. The database checks again when one is sent. */
async function receivingLevel(tx: Tx, now: Date, { id, status, leaves_at, deleted_at }: Found): Promise<number> {
  const level = await levelOf(tx, now, id);
  return status === 'normal' && leaves_at === null && deleted_at === null ? level : 0;
}

/**
 * Finds the payee. Unknown users and users who can't receive get the same answer after the same work, so that no one
 * can probe for accounts. Users who can receive are found only by their full name.
 */
export async function findPayee(
  tokens: PayeeTokens,
  { tx, now, user }: Caller<typeof protocol.findPayee> & { tx: Tx },
  { account }: Input<typeof protocol.findPayee>,
) {
  const found = (await people.personByAnyName(tx, account)) ?? nobody;
  const level = await receivingLevel(tx, now, found);
  const token = tokens.make({ payer: user.number, payee: found.number }, now);
  if (found.number === user.number) return err('payee_is_self');
  if (level === 0) return err('payee_unknown');
  const { perDay, perMonth } = limitsAt(level);
  return ok({
    token,
    name: maskedName(found),
    foundBy: foundBy(found, account),
    level,
    perDay: formatUsdt(perDay),
    perMonth: formatUsdt(perMonth),
  } as const);
}

/** Whether the payee may still receive an amount today and this month. */
export async function checkAmount(
  tokens: PayeeTokens,
  { tx, now, user }: Caller<typeof protocol.checkAmount> & { tx: Tx },
  { token, amount }: Input<typeof protocol.checkAmount>,
) {
  const confirmed = tokens.read(token, user.number);
  if (!confirmed || confirmed.until <= now) return err('payee_unconfirmed');
  const payee = await people.personByNumber(tx, confirmed.payee);
  if (!payee) return err('payee_unconfirmed');
  const { perDay, perMonth } = limitsAt(await receivingLevel(tx, now, payee));
  const { day, month } = await receivedOf(tx, payee.id, now);
  return ok({ fits: day + amount <= perDay && month + amount <= perMonth });
}

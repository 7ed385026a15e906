import type { Output } from '@glasshouse/protocol/endpoint';
import { formatRate, formatUsdt } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { hasTradePassword, people } from '#people/people/people.ts';
import { withdrawalLock } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import { reviewTimeOf } from '#site/review/review.ts';
import { moneySettings, nextMoney, siteWithNotice } from '#site/site/site.ts';
import { limitsOf, shownLimits } from './limits.ts';
import { listPayees } from './payees.ts';
import type { Keys } from './sealed.ts';
import * as table from './sql.ts';

type Form = Output<typeof protocol.showWithdrawForm>;

/** The data the form shows before the user fills it in. */
export async function showForm(
  { keys }: { keys: Keys },
  { tx, now, user }: Caller<typeof protocol.showWithdrawForm> & { tx: Tx },
): Promise<Form> {
  const person = await people.personById(tx, user.userId);
  const lock = withdrawalLock(now, person);
  const limits = await limitsOf(tx, now, user.number);
  const { fee } = await siteWithNotice(tx, now);
  const next = await nextMoney(tx, now);
  const { cnyRate, twoPeopleAbove } = await moneySettings(tx, now);
  const covered = [limits.USDT, limits.CNY].some(({ balance, least }) => balance >= least);
  const payees = await listPayees(keys, { tx, now, user });
  const missing: Form['missing'] = [];
  if (person.identity !== 'passed') missing.push('identity');
  if (!hasTradePassword(person)) missing.push('trade_password');
  if (lock) missing.push('lock');
  if (!covered) missing.push('balance');
  return {
    missing,
    identity: person.identity as Form['identity'],
    lock: lock && { kind: lock.kind, until: lock.until?.toISOString() ?? null },
    fee,
    nextFee: next && next.fee !== fee ? { from: next.from, fee: next.fee } : null,
    cnyRate: formatRate(cnyRate),
    limits: { USDT: shownLimits(limits.USDT, 'USDT'), CNY: shownLimits(limits.CNY, 'CNY') },
    ...payees,
    twoPeopleAbove: formatUsdt(twoPeopleAbove),
    ...(await reviewTimeOf(tx, now, table.kind, user.userId)),
    ...(!(await table.clockMayPayUser(tx, now, user.userId)) && { automaticSeconds: null }),
  };
}

import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import type { Kind } from '@glasshouse/protocol/security/kinds';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { type Background, lookBackDays, type PayeeDetails } from '@glasshouse/protocol/withdrawals/office';
import type { Files } from '#people/files/files.ts';
import { historyFor } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { moneySettings } from '#site/site/site.ts';
import { movementOf } from '../movements/movements.ts';
import * as past from './past-sql.ts';
import { summaryOf } from './queries.ts';
import { payeeHashes, payeeIn } from './sealed.ts';
import * as table from './sql.ts';

/** The payee, and the other users who have sent money there. */
export async function payeeFor({ keys }: Files, tx: Tx, row: table.Row): Promise<PayeeDetails> {
  const payee = payeeIn(keys, row);
  const users = await past.usersOfPayee(tx, payeeHashes(keys, payee), row);
  return {
    payee,
    usedBefore: Number(users.find(({ owner }) => owner === row.owner)?.times ?? 0n),
    others: users
      .filter(({ owner }) => owner !== row.owner)
      .map(({ owner, times }) => ({ number: String(owner), times: Number(times) })),
  };
}

/** The background a reviewer needs, on one screen. */
export async function backgroundOf(tx: Tx, now: Date, row: table.Row): Promise<Background> {
  const counted = await table.countOf(tx, row.owner, row.id);
  const movement = (await movementOf(tx, row.owner, row.id))!;
  const person = await past.accountOf(tx, row.person);
  const history = await past.historyOf(tx, row);
  const sum = (rows: typeof history) => ({
    count: rows.reduce((total, { count }) => total + Number(count), 0),
    usdt: formatUsdt(rows.find(({ currency }) => currency === 1)?.amount ?? 0n),
    cny: formatUnits(rows.find(({ currency }) => currency === 2)?.amount ?? 0n, 'CNY'),
  });
  const of = (flow: string, ...states: string[]) =>
    history.filter((each) => each.flow === flow && states.includes(each.state));
  return {
    withdrawal: summaryOf(movement),
    counted: formatUsdt(counted),
    person: {
      registeredAt: person.registered_at.toISOString(),
      identity: person.identity as Background['person']['identity'],
      frozen: person.status !== 'normal',
      creditScore: person.credit_score,
    },
    today: {
      used: formatUsdt(await table.usedOn(tx, row.owner, utcDay(movement.at))),
      day: formatUsdt((await moneySettings(tx, now)).withdrawals.day),
    },
    history: {
      paid: sum(of('withdraw', 'success')),
      refused: sum(of('withdraw', 'rejected', 'failed')).count,
      open: sum(of('withdraw', 'under_review', 'withdrawing', 'frozen')).count,
      toppedUp: sum(of('recharge', 'passed')),
    },
    security: (await historyFor(tx, row.person, plus(now, -days(lookBackDays)))).map(({ at, kind, ...more }) => ({
      ...{ at: at.toISOString(), kind: kind as Kind, ...more },
    })),
  };
}

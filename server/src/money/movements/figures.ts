import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { movementFigures, type underWay } from '@glasshouse/protocol/backoffice/figures';
import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { currencyNamed, systemTotals } from '../ledger/ledger.ts';

type Money = Figures['money'];
type Currency = Money['held'][number]['currency'];
const daysShown = 14;

/** Inflows and outflows of each of the last days, including days without any. */
async function byDay(tx: Tx, now: Date): Promise<Money['days']> {
  const { rows } = await sql<{ day: string; in: bigint; out: bigint; cny: bigint }>`
    with first as (
      select date_trunc('day', ${now}::timestamptz at time zone 'UTC') - ${daysShown - 1} * interval '1 day' as day
    ), ended as (
      select date_trunc('day', changed_at at time zone 'UTC') as day, flow, currency, sum(amount - fee)::bigint as amount
      from movement
      where changed_at >= (select day at time zone 'UTC' from first) and (flow, state) in (('recharge', 'passed'), ('withdraw', 'success'))
      group by 1, 2, 3
    )
    select to_char(series.day, 'YYYY-MM-DD') as day,
      coalesce(sum(amount) filter (where flow = 'recharge'), 0)::bigint as in,
      coalesce(sum(amount) filter (where flow = 'withdraw' and currency = 1), 0)::bigint as out,
      coalesce(sum(amount) filter (where flow = 'withdraw' and currency = 2), 0)::bigint as cny
    from first, generate_series(first.day, first.day + ${daysShown - 1} * interval '1 day', interval '1 day') as series (day)
    left join ended on ended.day = series.day group by 1 order by 1`.execute(tx);
  return rows.map(({ day, in: came, out, cny }) => ({
    ...{ day, in: formatUsdt(came), out: formatUsdt(out), outCny: formatUnits(cny, 'CNY') },
  }));
}

const places: Record<string, (typeof underWay)[number]> = {
  'recharge under_review': 'recharge_review',
  'withdraw under_review': 'withdraw_review',
  'withdraw withdrawing': 'withdraw_on_its_way',
  'withdraw frozen': 'withdraw_on_hold',
  'refund under_review': 'refund_review',
};

/** Pending movements, and since when the oldest waits. */
async function waitingNow(tx: Tx): Promise<Money['waiting']> {
  const { rows } = await sql<{
    flow: string;
    state: string;
    currency: number;
    n: bigint;
    amount: bigint;
    oldest: Date;
  }>`
    select flow, state, currency, count(*) as n, sum(amount)::bigint as amount, min(at) as oldest
    from movement where state in ('under_review', 'withdrawing', 'frozen') group by 1, 2, 3 order by 1, 2, 3`.execute(
    tx,
  );
  return rows.flatMap(({ flow, state, currency: code, n, amount, oldest }) => {
    const currency = currencyNamed(code) as Currency;
    const at = places[`${flow} ${state}`];
    const sums = { count: Number(n), amount: formatUnits(amount, currency), oldestAt: oldest.toISOString() };
    return at ? [{ at, currency, ...sums }] : [];
  });
}

async function heldNow(tx: Tx): Promise<Money['held']> {
  const totals = await systemTotals(tx);
  return totals.flatMap(({ name, currency, amount }) =>
    (name === 'committed_withdrawals' || name === 'committed_vip') && amount !== 0n
      ? [{ account: name, currency: currency as Currency, amount: formatUnits(amount, currency) }]
      : [],
  );
}

const money: Figure<Money, Money> = {
  count: async (tx, now) => ({
    days: await byDay(tx, now),
    waiting: await waitingNow(tx),
    held: await heldNow(tx),
  }),
  form: movementFigures.money,
  uncounted: { days: [], waiting: [], held: [] },
  read: async (_, __, counted) => counted,
  table: ({ days }, { header }) => [
    header('day', 'in', 'out', 'outCny'),
    ...days.map(({ day, in: came, out, outCny }) => [day, came, out, outCny]),
  ],
};

export const figures = { money };

import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { coinById } from '@glasshouse/protocol/market/coins';
import { slotAt, slotMs } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';

/** Open stakes per symbol, and what the house pays on top of the stakes if every open contract wins. */
async function readExposure(tx: Tx): Promise<Figures['exposure']> {
  const { rows } = await sql<{ symbol: number; orders: bigint; long: string; short: string; worst: string }>`
    select symbol, count(*) as orders, coalesce(sum(stake) filter (where long), 0)::text as long,
      coalesce(sum(stake) filter (where not long), 0)::text as short, sum(stake * return_bp / 10000)::text as worst
    from contract where due_slot > (select settled_through from settlement where product = 'contract') and result is null
    group by symbol order by sum(stake) desc`.execute(tx);
  return rows.map(({ symbol, orders, long, short, worst }) => ({
    symbol: coinById(symbol)?.symbol ?? String(symbol),
    orders: Number(orders),
    long: formatUsdt(BigInt(long)),
    short: formatUsdt(BigInt(short)),
    worst: formatUsdt(BigInt(worst)),
  }));
}

const maxLookedAt = 20_000;
const graceSlots = 2; // a result is due within one second of the end

/** How long after their last tick the newest results of the past hour were booked, and how many are overdue. */
async function readLateness(tx: Tx, now: Date): Promise<Figures['settlement']> {
  const slot = slotAt(now.getTime());
  const { rows } = await sql<{ overdue: bigint; p50: number; p99: number; worst: number }>`
    with recent as (
      select extract(epoch from settled_at) * 1000 - exit_slot * ${slotMs} as late from contract
      where due_slot > ${slot - 7200} and due_slot <= ${slot} and exit_slot is not null
      order by due_slot desc limit ${maxLookedAt}
    )
    select
      (select count(*) from contract
       where due_slot > (select settled_through from settlement where product = 'contract') and due_slot <= ${slot - graceSlots} and result is null) as overdue,
      coalesce(percentile_disc(0.5) within group (order by late), 0)::float8 as p50,
      coalesce(percentile_disc(0.99) within group (order by late), 0)::float8 as p99,
      coalesce(max(late), 0)::float8 as worst
    from recent`.execute(tx);
  const { overdue, p50, p99, worst } = rows[0]!;
  const [p50Ms, p99Ms, worstMs] = [p50, p99, worst].map((ms) => Math.max(0, Math.round(ms))) as [
    number,
    number,
    number,
  ];
  return { overdue: Number(overdue), p50Ms, p99Ms, worstMs };
}

const exposure: Figure<Figures['exposure']> = {
  read: readExposure,
  table: (shown, { header }) => [
    header('symbol', 'orders', 'long', 'short', 'worst'),
    ...shown.map(({ symbol, orders, long, short, worst }) => [symbol, String(orders), long, short, worst]),
  ],
};

const settlement: Figure<Figures['settlement']> = {
  read: readLateness,
  table: (shown, { header, pairs }) => [header('figure', 'value'), ...pairs(shown)],
};

export const figures = { exposure, settlement };

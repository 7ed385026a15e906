import type { Input } from '@glasshouse/protocol/endpoint';
import { coinById } from '@glasshouse/protocol/market/coins';
import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { optionsWallet } from './orders.ts';
import { notSettled } from './orders-sql.ts';
import { counted } from './settling/ending.ts';

type Sums = { ended: number; inProfit: number; staked: bigint; paid: bigint; spread: bigint };
type Tally = Sums & { symbol: number; seconds: number };

// Counted days, plus what is not counted yet: sales of options due after `settled_through`, and the few others that
// ended. One statement reads all of them, so an option that is being counted at that moment is in exactly one of them.
const ended = (account: bigint) => sql`
  ended as (
    select account, day, symbol, seconds, ended, in_profit, staked, paid, spread from option_day where account = ${account}
    union all
    select account, day, symbol, seconds, ended, in_profit, staked, paid, spread from option_sale
    where account = ${account} and due_slot > options_settled_through()
    union all
    select ${counted} from ${notSettled(account)} as running where result is not null
  )`;

async function tallies(tx: Tx, account: bigint, firstDay: number): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    with ${ended(account)}
    select symbol, seconds, sum(ended)::integer as ended, sum(in_profit)::integer as "inProfit", sum(staked)::bigint as staked,
      sum(paid)::bigint as paid, sum(spread)::bigint as spread
    from ended where day >= ${firstDay} group by symbol, seconds order by symbol, seconds`.execute(tx);
  return rows;
}

/** The profit of a user's ended options, in total and on the UTC day of `now`. */
export async function tradingIncome(tx: Tx, owner: bigint, now: Date): Promise<{ today: bigint; total: bigint }> {
  const { rows } = await sql<{ today: bigint; total: bigint }>`
    with ${ended(optionsWallet(owner))}
    select coalesce(sum(paid - staked), 0)::bigint as total,
      coalesce(sum(paid - staked) filter (where day = ${utcDayOf(now)}), 0)::bigint as today
    from ended`.execute(tx);
  return rows[0]!;
}

/** The same by UTC day, for the given day and later. Days without ended options are left out. */
export async function tradingByDay(
  tx: Tx,
  owner: bigint,
  firstDay: number,
): Promise<{ day: number; profit: bigint }[]> {
  const { rows } = await sql<{ day: number; profit: bigint }>`
    with ${ended(optionsWallet(owner))}
    select day, sum(paid - staked)::bigint as profit from ended where day >= ${firstDay} group by day`.execute(tx);
  return rows;
}

const utcDayOf = (now: Date) => dayOf(slotAt(now.getTime()));

/** The results of a user's ended options, and what the spread alone would have cost. */
export async function showResults(
  tx: Tx,
  now: Date,
  owner: bigint,
  { days }: Input<typeof protocol.showResults>,
): Promise<protocol.OptionResults> {
  // The days include today.
  const firstDay = days === 'all' ? 0 : utcDayOf(now) - Number(days) + 1;
  const all = await tallies(tx, optionsWallet(owner), firstDay);
  const total = sumOf(all);
  return {
    total: shown(total),
    average: formatUsdt(total.ended === 0 ? 0n : (total.paid - total.staked) / BigInt(total.ended)),
    bySymbol: grouped(all, ({ symbol }) => symbol).map(([id, of]) => ({ symbol: coinById(id)!.symbol, ...shown(of) })),
    byLife: grouped(all, ({ seconds }) => seconds).map(([seconds, of]) => ({ seconds, ...shown(of) })),
  };
}

const sumOf = (tallies: readonly Sums[]): Sums =>
  tallies.reduce(
    (sum, each) => ({
      ended: sum.ended + each.ended,
      inProfit: sum.inProfit + each.inProfit,
      staked: sum.staked + each.staked,
      paid: sum.paid + each.paid,
      spread: sum.spread + each.spread,
    }),
    { ended: 0, inProfit: 0, staked: 0n, paid: 0n, spread: 0n },
  );

const grouped = (tallies: readonly Tally[], by: (tally: Tally) => number): [number, Sums][] =>
  [...Map.groupBy(tallies, by)].sort(([a], [b]) => a - b).map(([key, of]) => [key, sumOf(of)]);

const shown = ({ ended: count, inProfit, staked, paid, spread }: Sums) => ({
  ...{ count, inProfit },
  paid: formatUsdt(staked),
  profit: formatUsdt(paid - staked),
  spread: formatUsdt(spread),
});

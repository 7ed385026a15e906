import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { openSince } from '../orders-sql.ts';

export type Tally = {
  symbol: number;
  seconds: number;
  wins: number;
  losses: number;
  draws: number;
  voids: number;
  staked: bigint;
  paid: bigint;
  /** The sum of the win rates that each win and loss needed to break even, in ten-thousandths. */
  breakEven: bigint;
};

// Counted days, plus the few contracts that are not counted yet: those due after `settled_through`. One statement reads
// both, so a contract that is being counted at that moment is in exactly one of them.
const ended = (account: bigint) => sql`
  ended as (
    select day, symbol, seconds, wins, losses, draws, voids, staked, paid, break_even from contract_day where account = ${account}
    union all
    select (due_slot / ${sql.lit(slotsPerDay)})::integer, symbol, seconds,
      (result = 1)::integer, (result = 2)::integer, (result = 3)::integer, (result = 4)::integer, stake, payout,
      case when result <= 2 then (100000000 + 9999 + return_bp) / (10000 + return_bp) else 0 end
    from contract
    where account = ${account} and id >= ${openSince} and due_slot > (select settled_through from settlement where product = 'contract')
      and result is not null
  )`;

/** A user's ended contracts by coin and period, of `firstDay` and later UTC days. */
export async function tallies(tx: Tx, account: bigint, firstDay: number): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    with ${ended(account)}
    select symbol, seconds, sum(wins)::integer as wins, sum(losses)::integer as losses, sum(draws)::integer as draws,
      sum(voids)::integer as voids, sum(staked)::bigint as staked, sum(paid)::bigint as paid,
      sum(break_even)::bigint as "breakEven"
    from ended where day >= ${firstDay} group by symbol, seconds order by symbol, seconds`.execute(tx);
  return rows;
}

/** The profit of a user's ended contracts by UTC day, for `firstDay` and later days that have any. */
export async function profitsByDay(
  tx: Tx,
  account: bigint,
  firstDay: number,
): Promise<{ day: number; profit: bigint }[]> {
  const { rows } = await sql<{ day: number; profit: bigint }>`
    with ${ended(account)}
    select day, sum(paid - staked)::bigint as profit from ended where day >= ${firstDay} group by day`.execute(tx);
  return rows;
}

/** The profit of a user's ended contracts, in total and on one UTC day. */
export async function profits(tx: Tx, account: bigint, day: number): Promise<{ today: bigint; total: bigint }> {
  const { rows } = await sql<{ today: bigint; total: bigint }>`
    with ${ended(account)}
    select coalesce(sum(paid - staked), 0)::bigint as total,
      coalesce(sum(paid - staked) filter (where day = ${day}), 0)::bigint as today
    from ended`.execute(tx);
  return rows[0]!;
}

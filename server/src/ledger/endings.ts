import assert from 'node:assert/strict';
import type { Kind, SystemName } from '@glasshouse/protocol/books';
import type { Currency } from '@glasshouse/protocol/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { systemAccount } from './accounts.ts';
import { kindCodes } from './kinds.ts';

/** How what was committed comes back: out of which pool, as what to the user, and as what to the house that takes or gives the rest. */
export type Ending = { pool: SystemName; currency: Currency; payout: Kind; rest: Kind };

/**
 * Books many endings in the statement that ends them: `ended` gives `account`, `ref`, `stake` and `payout` of each, at most 60,000, and
 * is the only writer of what ended. Each payout above zero is a leg of its user and posts once by `ref`; the pool and the house have one leg
 * each for all. `told` is what the caller wants to know of `ended`.
 */
export async function bookEndings<T>(
  tx: Tx,
  at: Date,
  { pool: poolName, currency, payout, rest }: Ending,
  ended: RawBuilder<unknown>,
  told: RawBuilder<T>,
): Promise<T> {
  const [pool, house] = [systemAccount(poolName, currency), systemAccount('house', currency)];
  const { rows } = await sql<T & { moved: boolean }>`
    with ended as materialized (${ended}), paid as (
      select account, sum(payout)::bigint as amount from ended where payout > 0 group by account
    ), moved as materialized (
      select count(*) as wanted, move_balances(
        array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account)
      ) as moved from paid
    ), block as materialized (
      -- After the locks were taken: the ids then rise with an account's commits.
      select nextval('posting_block') as base from moved offset 0
    ), total as (
      select sum(stake)::bigint as staked, sum(payout)::bigint as paid from ended
    ), written as (
      insert into leg (account, id, amount, contra, at, ref, kind)
      select ${pool}::bigint, base, -staked, null::bigint, ${at}::timestamptz, null::uuid, ${kindCodes[payout]}::smallint
      from block, total where staked > 0
      union all
      select ${house}, base, staked - paid, null, ${at}, null, ${kindCodes[rest]} from block, total where staked <> paid
      union all
      select account, base + row_number() over (order by account), payout, ${pool}, ${at}, ref, ${kindCodes[payout]}
      from block, ended where payout > 0
    )
    select (select wanted = moved from moved) as moved, told.* from (select ${told} from ended) as told`.execute(tx);
  const { moved, ...answer } = rows[0]!;
  assert(moved, 'every wallet that is paid exists');
  return answer as T;
}

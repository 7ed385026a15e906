import { arrange } from './server.ts';

// The id of a user's contract account: number << 16 | wallet 4 << 10 | currency 1.
const accountOf = (number: string) => (BigInt(number) << 16n) | 4097n;

// Added to existing totals of a day, as the settler does.
const added = `on conflict (account, day, symbol, seconds) do update set
  wins = counted.wins + excluded.wins, losses = counted.losses + excluded.losses, draws = counted.draws + excluded.draws,
  voids = counted.voids + excluded.voids, staked = counted.staked + excluded.staked, paid = counted.paid + excluded.paid,
  break_even = counted.break_even + excluded.break_even`;

/**
 * Inserts orders that ended long ago, one every ten minutes, of 100 USDT each. Of every twenty, ten are won, eight
 * lost, one is a draw and one void. They are only for display, because the tape has no matching prices.
 */
export const endedBefore = ({ info: { number } }: { info: { number: string } }, count: number): Promise<void> =>
  arrange(`
    begin;
    -- The settler counts what it settles; it must not move on between the two inserts.
    select from settlement where product = 'contract' for update;
    with made as (
      select i, (extract(epoch from now()) * 2)::bigint - 1200 * (i + 1) as due, 1 + i % 3 as symbol, (array[30, 60, 300])[1 + i % 3] as seconds,
        case i % 20 when 7 then 3 when 13 then 4 else 1 + i % 2 end as result, i % 4 < 2 as long
      from generate_series(0, ${count - 1}) as i
    ), agreed as (
      select *, due - 1 - 2 * seconds as head, case seconds when 30 then 8200 when 60 then 8500 else 9200 end as return_bp from made
    ), written as (
      insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long, result,
        entry_slot, entry_price, exit_slot, exit_price, payout, settled_at)
      select ${accountOf(number)}, (lpad(to_hex(head * 500), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid,
        to_timestamp(head / 2.0), head, due, 100000000, symbol, seconds, return_bp, 1, long, result,
        case when result < 4 then head + 1 end, case when result < 4 then 6400000 end,
        case when result < 4 then due end,
        case when result = 3 then 6400000 when result < 3 then 6400000 + case when (result = 1) = long then 960 else -960 end end,
        case result when 1 then 100000000 + 10000 * return_bp when 2 then 0 else 100000000 end, to_timestamp(due / 2.0)
      from agreed returning *
    )
    insert into contract_day as counted
    select account, due_slot / 172800, symbol, seconds, count(*) filter (where result = 1), count(*) filter (where result = 2),
      count(*) filter (where result = 3), count(*) filter (where result = 4), sum(stake), sum(payout),
      coalesce(sum(ceil(100000000.0 / (10000 + return_bp))) filter (where result <= 2), 0)
    from written where due_slot <= (select settled_through from settlement where product = 'contract') group by 1, 2, 3, 4 ${added};
    commit`);

/** Inserts one order that has just been lost. Only for display, like the others. */
export const justLost = ({ info: { number } }: { info: { number: string } }, stake: number): Promise<void> =>
  arrange(`
    begin;
    select from settlement where product = 'contract' for update;
    with written as (
      insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long, result,
        entry_slot, entry_price, exit_slot, exit_price, payout, settled_at)
      select ${accountOf(number)}, (lpad(to_hex((due - 61) * 500), 12, '0') || '70008000' || lpad(to_hex(${number}), 12, '0'))::uuid,
        to_timestamp((due - 61) / 2.0), due - 61, due, ${stake * 1_000_000}, 1, 30, 8200, 1, true, 2,
        due - 60, 6400000, due, 6399040, 0, to_timestamp(due / 2.0)
      from (select (extract(epoch from now()) * 2)::bigint - 8 as due) as latest returning *
    )
    insert into contract_day as counted select account, due_slot / 172800, symbol, seconds, 0, 1, 0, 0, stake, 0, 5495 from written
    where due_slot <= (select settled_through from settlement where product = 'contract') ${added};
    commit`);

-- migrate:up
-- What options come to, in whole numbers where these hold it, which nearly all do: decimals are dearer, and a chunk of options
-- that end together needs some for every row. Beyond that by div, which is exact: a quotient of decimals is rounded after so many digits, and rounding it
-- once more may then go the wrong way. See docs/adr/0117-open-spot-orders-in-one-call-and-settle-them-in-place.md.
create or replace function exposure_of(size bigint, strike bigint, parts bigint) returns bigint language sql immutable as $$
  select case when size <= (9223372036854775807 - parts) / strike then (size * strike + parts - 1) / parts
    else div(size::numeric * strike + parts - 1, parts)::bigint end
$$;

-- What an option pays at its exit, rounded down: as payoutAt in protocol/src/options/quote.ts.
create function option_payout(call boolean, strike bigint, size bigint, parts bigint, exit_price bigint) returns bigint language sql immutable as $$
  select case when exit_price = strike or (exit_price > strike) <> call then 0
    when size <= 9223372036854775807 / abs(exit_price - strike) then size * abs(exit_price - strike) / parts
    else div(size::numeric * abs(exit_price - strike), parts)::bigint end
$$;
revoke execute on function option_payout(boolean, bigint, bigint, bigint, bigint) from public;
grant execute on function option_payout(boolean, bigint, bigint, bigint, bigint) to glasshouse_settle;

-- What ends is held against the same function; all else that the trigger says stays as it is.
do $$
declare
  before constant text := pg_get_functiondef('options_end_by_the_tape'::regproc);
  after  constant text := replace(before,
    'floor(size::numeric * greatest(0, case when call then exit_price - strike else strike - exit_price end) / parts)',
    'option_payout(call, strike, size, parts, exit_price)');
begin
  if after = before then raise exception 'payouts are reckoned in another way than was expected here'; end if;
  execute after;
end $$;

-- migrate:down

-- migrate:up
-- Accepts a sale only by a tick of the last five seconds, from every role. Without this, the owner of the table could make an option look sold by any
-- earlier tick once its end was known.
create function sale_is_by_a_recent_tick() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  price constant bigint := (select price from tick where symbol = new.symbol and slot = new.exit_slot limit 1);
  later constant bigint := (select slot from tick where symbol = new.symbol and slot > new.exit_slot + 10 order by slot limit 1);
begin
  if price is distinct from new.exit_price or later is not null then
    raise exception 'an option is sold by a recent tick' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
revoke execute on function sale_is_by_a_recent_tick() from public;
-- Only a sale writes this column. Options that expire do not fire the trigger.
create trigger sale_is_recent after update of sale_volatility on option_order for each row
  when (new.sale_volatility is not null) execute function sale_is_by_a_recent_tick();

-- contract after 0371: releases since that one sell by `sell_option_now`, which takes the newest tick alone, and open options with heads. The functions
-- that they replace let a compromised API choose among the ticks of five seconds.
drop function sell_option(timestamptz, bigint, uuid, bigint, integer, bigint);
drop function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[], bigint[],
  bigint[], integer[], smallint[], integer[]);

-- migrate:down

-- migrate:up
lock table beacon_round, tape_opening in share row exclusive mode;

-- Every round of the beacon is in the public log as it was written, and where each day began: prices that were made from others would not
-- follow from these.
create function log_bytes(it beacon_round) returns bytea language sql immutable as $$
  select '\x03'::bytea || int8send(it.round) || it.signature
$$;
create function log_bytes(it tape_opening) returns bytea language sql immutable as $$
  select '\x0b'::bytea || int4send(it.day) || int8send(it.slot) || int4send(cardinality(it.symbols)) || coalesce(
    (select string_agg(int4send(symbol) || int8send(price), '' order by nth)
     from unnest(it.symbols, it.opens) with ordinality as open (symbol, price, nth)), '')
$$;
insert into log_entry (bytes) select log_bytes(t) from beacon_round t order by chain, round;
insert into log_entry (bytes) select log_bytes(t) from tape_opening t order by day;
create trigger beacon_round_is_logged after insert on beacon_round for each row execute function hand_to_log();
create trigger tape_opening_is_logged after insert on tape_opening for each row execute function hand_to_log();

-- A day opens where the tape stands: nobody chooses its first prices.
create function opening_follows_the_tape() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from unnest(new.symbols, new.opens) as open (symbol, price)
    cross join lateral (
      select t.price from tick as t where t.symbol = open.symbol and t.slot < new.slot order by t.slot desc limit 1
    ) as newest
    where newest.price <> open.price
  ) then
    raise exception 'day % opens at other prices than the tape has', new.day using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger opening_follows_the_tape before insert on tape_opening for each row execute function opening_follows_the_tape();

-- migrate:down

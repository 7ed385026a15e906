-- migrate:up
-- The mark of what is settled goes no further than the tape, and not past a contract that is open: whatever is asked of open contracts
-- begins there, so a mark of another's choice would stop all orders. Each symbol is asked by its key; the first nearly always knows.
create or replace function settlement_moves_on() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off as $$
begin
  if new.settled_through < old.settled_through then
    raise exception 'settlement goes forward' using errcode = 'insufficient_privilege';
  end if;
  if new.settled_through > old.settled_through and not exists (
    select from generate_series(1, 1023) as coin
    cross join lateral (select from tick where symbol = coin and slot >= new.settled_through order by slot limit 1) as reached
  ) then
    raise exception 'the tape has not come to slot %', new.settled_through using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from contract where due_slot > old.settled_through and due_slot <= new.settled_through and result is null
  ) then
    raise exception 'a contract due by slot % is open', new.settled_through using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- migrate:down

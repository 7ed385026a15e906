-- migrate:up
-- Giving up a day that cannot be made; see ADR 0100. Whoever agrees chooses neither where what is left out
-- begins, which is the first slot that was not written, nor where it ends, which is the day's end.
create table tape_given_up (
  day        integer primary key references tape_day,
  first_slot bigint not null check (first_slot / 172800 = day),
  last_slot  bigint not null check (last_slot = (day + 1)::bigint * 172800 - 1),
  at         timestamptz not null default clock_timestamp(),
  approval   uuid not null unique references approval
);
create trigger tape_given_up_is_history before update or delete on tape_given_up for each row execute function forbid_change();
create trigger tape_given_up_is_kept before truncate on tape_given_up execute function forbid_change();
grant select on tape_given_up to glasshouse_feed;

-- The first slot that is neither written nor given up; null on a new tape.
create function first_missing_slot() returns bigint language sql stable set search_path = public, pg_temp as $$
  select greatest(max(head.slot), (select max(last_slot) from tape_given_up)) + 1
  from generate_series(1, 1023) as coin
  cross join lateral (select slot from tick where symbol = coin order by slot desc limit 1) as head
$$;

-- Why a day may not be given up now; null if it may. Clocks are the database's, and what was said is the feed's.
create function why_not_given_up(wanted integer) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment  constant timestamptz := clock_timestamp();
  missing constant bigint := first_missing_slot();
  said    constant tape_stuck := (select s from tape_stuck as s);
begin
  if missing is null or missing / 172800 <> wanted then return 'it is not its turn'; end if;
  if to_timestamp(missing / 2.0) > moment - interval '10 minutes' then return 'ten minutes have not passed'; end if;
  if said.day is distinct from wanted or said.since > moment - interval '10 minutes' or said.seen_at < moment - interval '10 seconds' then
    return 'the feed does not say that it cannot be made';
  end if;
  -- What is written after an interruption is late, so this is when the feed last could.
  if (select written_slot from tape_late order by first_slot desc limit 1) >= extract(epoch from said.since) * 2 then
    return 'the feed has written since';
  end if;
  return null;
end $$;

-- The only way to give up a day: by what two people agreed on, and while nothing is written to the tape. No, having done nothing, if it may not be.
create function give_up_day(wanted integer, agreed uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- What has been committed meanwhile must be seen.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a day is given up by what is on the tape now' using errcode = 'insufficient_privilege';
  end if;
  lock table tape_given_up in access exclusive mode;
  if not exists (
    select from approval join operator as one on one.id = asked_by join operator as other on other.id = decided_by
    where approval.id = agreed and action = '/office/market/giveUpDay' and decision = 'approved' and one.id <> other.id
      and (input ->> 'day')::date - date '1970-01-01' = wanted and one.role = 'owner' and one.status = 'active'
      and other.role in ('owner', 'reviewer') and other.status = 'active'
  ) then
    raise exception 'no two people agreed on this' using errcode = 'insufficient_privilege';
  end if;
  if why_not_given_up(wanted) is not null then return false; end if;
  insert into tape_given_up (day, first_slot, last_slot, approval)
  values (wanted, first_missing_slot(), (wanted + 1)::bigint * 172800 - 1, agreed);
  return true;
end $$;
revoke execute on function first_missing_slot(), why_not_given_up(integer), give_up_day(integer, uuid) from public;
grant execute on function why_not_given_up(integer), give_up_day(integer, uuid) to glasshouse_office;

-- What the feed leaves out is what was given up, to the slot.
alter table tape_gap drop constraint tape_gap_reason_check,
  add constraint tape_gap_reason_check check (reason in ('history', 'no_feed', 'late', 'source', 'given_up'));
create index tape_gap_given_up on tape_gap (first_slot) where reason = 'given_up';
grant select on tape_gap to glasshouse_settle;
create function gap_was_given_up() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.symbol <> 0 or not exists (
    select from tape_given_up where first_slot = new.first_slot and last_slot = new.last_slot
  ) then
    raise exception 'slots from % on were not given up', new.first_slot using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger gap_was_given_up before insert on tape_gap
  for each row when (new.reason = 'given_up') execute function gap_was_given_up();

-- As before, and nothing is written where a day was given up, nor after it until the gap is. Whoever writes has read the table of such days, whoever gives up
-- holds it alone: a slot is either written or given up. The reading is a statement of its own, so that the next one sees what it waited for. A lock that
-- every role may take would let each of them stop the tape.
create or replace function tape_only_grows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare signed bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the tape is written by what is on it now' using errcode = 'insufficient_privilege';
  end if;
  perform from tape_given_up limit 1;
  signed := (select max(slot) from tape_checkpoint);
  if exists (select from added where slot <= signed) then
    raise exception 'the tape is signed up to slot %', signed using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from tape_given_up as lost where exists (select from added where slot between first_slot and last_slot)
      or not exists (select from tape_gap where tape_gap.first_slot = lost.first_slot and reason = 'given_up')
  ) then
    raise exception 'a day was given up' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- Rule 2 as before; and an order is void if what was given up lies anywhere from its entry to its exit. Not only where one of the two is in it: a day
-- that begins at the prices before the gap would end orders otherwise than the one that was given up, and whoever knows both could choose.
create or replace function told_by_rule_2(wanted integer, head bigint, due bigint)
  returns table (entry_slot bigint, entry_price bigint, exit_slot bigint, exit_price bigint, final boolean) language sql stable as $$
  select entry.slot, entry.price, exit.slot, exit.price, true
  from public.tick as entry join public.tick as exit on exit.symbol = wanted and exit.slot = due
  where entry.symbol = wanted and entry.slot = head + 1 and not exists (
    select from public.tape_gap as gap where gap.reason = 'given_up' and gap.first_slot <= due and gap.last_slot > head)
  union all
  select entry.slot, entry.price, null, null, true
  from (
    select from public.tape_gap as gap where gap.reason = 'given_up' and gap.first_slot <= due and gap.last_slot > head
      and exists (select from public.tape_checkpoint as signed where signed.slot >= gap.first_slot) limit 1
  ) as lost
  left join public.tick as entry on entry.symbol = wanted and entry.slot = head + 1
$$;

-- In the public log: the day, and the first and the last slot that are left out.
create function log_bytes(it tape_given_up) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select '\x0f'::bytea || int4send(it.day) || int8send(it.first_slot) || int8send(it.last_slot)
$$;
create trigger tape_given_up_is_logged after insert on tape_given_up for each row execute function hand_to_log();
create index log_leaf_given_up on log_leaf (substring(bytes from 6 for 8)) where get_byte(bytes, 0) = 15;

-- migrate:down

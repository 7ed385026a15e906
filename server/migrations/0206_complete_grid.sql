-- migrate:up
-- Slots that were written more than two seconds after their time, in order and without one left out; see docs/adr/0099-fill-every-slot-of-the-tape.md.
create table tape_late (
  first_slot   bigint primary key,
  last_slot    bigint not null check (last_slot >= first_slot),
  written_slot bigint not null check (written_slot > last_slot),
  reason       text not null check (reason in ('no_feed', 'beacon'))
);
create trigger tape_late_is_history before update or delete on tape_late for each row execute function forbid_change();
create trigger tape_late_is_kept before truncate on tape_late execute function forbid_change();
grant select, insert on tape_late to glasshouse_feed;
grant select on tape_late to glasshouse_app;

-- With it, orders are agreed under rule 2: the tick at head + 1 and the one at due, and waiting for them instead of choosing. Sources from
-- outside keep rule 1. Which one is agreed follows from the source that plays, never from anybody's wish.
insert into source_rule values ('synthetic', 2);

-- When a source begins, the terms in force are written again under the newest rule that it keeps. Orders that are open keep theirs, so a
-- source that cannot keep it waits until they have ended. Runs as its owner: the feed need not read contracts for it.
create function terms_follow_the_source() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment  constant timestamptz := greatest(now(), to_timestamp(new.slot / 2.0));
  terms   constant contract_terms := terms_at(moment);
  newest  constant smallint := (select max(rule) from source_rule where source = new.source);
  waiting constant boolean := exists (
    select from contract_terms as t where effective_at > moment and not exists (
      select from withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version));
begin
  -- Terms that are announced would be overtaken. Rule 1 fits every tape, so it can wait for them; the other way round the source waits.
  if newest is null or terms.rule = newest or waiting then return new; end if;
  if exists (
    select from contract where due_slot > (select settled_through from settlement) and result is null
      and not exists (select from source_rule s where s.source = new.source and s.rule = contract.rule)
  ) then
    raise exception 'contracts are open under a rule that the source % cannot keep', new.source using errcode = 'check_violation';
  end if;
  insert into contract_terms (at, effective_at, seconds, returns, min_stake, max_stake, max_open, rule)
  values (moment, least(now(), to_timestamp(new.slot / 2.0)), terms.seconds, terms.returns, terms.min_stake, terms.max_stake,
          terms.max_open, newest);
  return new;
end $$;
revoke execute on function terms_follow_the_source() from public;
create trigger terms_follow_the_source before insert on tape_run for each row execute function terms_follow_the_source();
-- Terms come first when their rule is the older one, so whether they fit is asked once both are written.
drop trigger rule_fits_the_source on contract_terms;
create constraint trigger rule_fits_the_source after insert on contract_terms deferrable initially deferred
  for each row execute function rule_fits_the_source();

-- What is kept of ticks that leave the tape: the newest hash of each coin before every hour. With the revealed day and its rounds all others follow
-- from it, and the signed checkpoints say whether they are right.
create table tape_anchor (
  slot   bigint not null check (slot % 7200 = 0),
  symbol integer not null,
  hash   bytea not null check (length(hash) = 32),
  primary key (slot, symbol)
);
create trigger tape_anchor_is_history before update or delete on tape_anchor for each row execute function forbid_change();
create trigger tape_anchor_is_kept before truncate on tape_anchor execute function forbid_change();
grant select on tape_anchor to glasshouse_app, glasshouse_office;
grant select on tape_day, tape_revealed, tape_opening, beacon_chain, beacon_round to glasshouse_office;

-- migrate:down

-- migrate:up
-- The versions of the contract rule, side by side; see ADR 0070. An order is opened, settled and checked under
-- the version it was agreed under, whatever is agreed today.

alter table contract add constraint contract_rule_is_known check (rule in (1, 2));

-- Which versions a source of prices can keep. Version 2 waits for every slot, so it needs a source that leaves none out.
-- Written by migrations alone.
create table source_rule (
  source text not null,
  rule   smallint not null check (rule in (1, 2)),
  primary key (source, rule)
);
insert into source_rule values ('synthetic', 1), ('exchange', 1), ('replay', 1);

-- The version that new orders are agreed under is one of the terms. It is no operator's choice: their terms keep the one before.
alter table contract_terms add rule smallint not null default 1 check (rule in (1, 2));
revoke insert on contract_terms from glasshouse_office;
grant insert (at, seconds, returns, min_stake, max_stake, max_open, changed_by, changed_by_name, reason) on contract_terms to glasshouse_office;
create function terms_keep_their_rule() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.rule := (select rule from contract_terms order by version desc limit 1);
  return new;
end $$;
create trigger terms_keep_their_rule before insert on contract_terms
  for each row when (current_user = 'glasshouse_office') execute function terms_keep_their_rule();

-- Neither new terms nor another source may bring the two apart. Runs as its owner: the feed need not read the terms for it.
create function rule_fits_the_source() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  agreed  smallint := (select rule from contract_terms order by version desc limit 1);
  playing text := (select source from tape_run order by slot desc limit 1);
begin
  if playing is not null and not exists (select from source_rule where source = playing and rule = agreed) then
    raise exception 'contracts are agreed under rule %, which the source % cannot keep', agreed, playing using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke execute on function rule_fits_the_source() from public;
create trigger rule_fits_the_source after insert on contract_terms for each statement execute function rule_fits_the_source();
create trigger rule_fits_the_source after insert on tape_run for each statement execute function rule_fits_the_source();

-- What the tape says of a contract by each version: its two ticks, and whether nothing can change that any more. No row: undecided.
create function told_by_rule_1(wanted integer, head bigint, due bigint)
  returns table (entry_slot bigint, entry_price bigint, exit_slot bigint, exit_price bigint, final boolean) language sql stable as $$
  select entry.slot, entry.price, exit.slot, exit.price,
    case
      when entry.slot is null then public.tape_is_final(wanted, head + 10)
      when exit.slot is null then public.tape_is_final(wanted, due + 10)
      else true
    end
  from (values (true)) as one
  left join lateral (
    select slot, price from public.tick where symbol = wanted and slot > head and slot <= head + 10 order by slot limit 1
  ) as entry on true
  left join lateral (
    select slot, price from public.tick
    where entry.slot is not null and symbol = wanted and slot >= due and slot <= due + 10 order by slot limit 1
  ) as exit on true
$$;
create function told_by_rule_2(wanted integer, head bigint, due bigint)
  returns table (entry_slot bigint, entry_price bigint, exit_slot bigint, exit_price bigint, final boolean) language sql stable as $$
  select entry.slot, entry.price, exit.slot, exit.price, true
  from public.tick as entry join public.tick as exit on exit.symbol = wanted and exit.slot = due
  where entry.symbol = wanted and entry.slot = head + 1
$$;

-- As before, but by the rule each contract was agreed under.
create or replace function settle_by_the_tape() returns trigger language plpgsql
  set enable_nestloop = on set search_path = public, pg_temp as $$
begin
  if exists (select from old_contract where result is not null) then
    raise exception 'a contract is settled once' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (
      select rule, symbol, head_slot, due_slot, entry_slot, entry_price, exit_slot, exit_price from new_contract
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) as claim
    left join lateral (
      select * from told_by_rule_1(claim.symbol, claim.head_slot, claim.due_slot) where claim.rule = 1
      union all
      select * from told_by_rule_2(claim.symbol, claim.head_slot, claim.due_slot) where claim.rule = 2
    ) as told on true
    where told.final is not true
       or (claim.entry_slot, claim.entry_price, claim.exit_slot, claim.exit_price)
            is distinct from (told.entry_slot, told.entry_price, told.exit_slot, told.exit_price)
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- migrate:down

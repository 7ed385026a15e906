-- migrate:up
-- Second contracts; see ADR 0030. Slots are those of the tape. A row is written twice: at acceptance by the
-- application, which cannot write a result, and at settlement by the settler, which cannot write terms. What the settler
-- writes must be what the tape says: the database looks it up itself.

-- What can be agreed from now on. Every change is a new row; the newest is in force, what was agreed stays.
create table contract_terms (
  version   bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  seconds   integer[] not null check (cardinality(seconds) between 1 and 8 and 1 <= all (seconds) and 3600 >= all (seconds)),
  returns   integer[] not null check (1 <= all (returns) and 10000 >= all (returns)), -- hundredths of a percent, by place
  min_stake bigint not null check (min_stake > 0),                                    -- USDT, 6 decimals
  max_stake bigint not null check (max_stake between min_stake and 1000000000000),
  max_open  bigint not null check (max_open between max_stake and 1000000000000000),
  check (cardinality(seconds) = cardinality(returns)),
  check (max_open / min_stake <= 10000) -- so that no user alone can fill what is settled in one go
);
create trigger contract_terms_is_history before update or delete on contract_terms for each row execute function forbid_change();
create trigger contract_terms_is_kept before truncate on contract_terms for each statement execute function forbid_change();
insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
values ('{30,60,120,180,300}', '{8200,8500,8800,9000,9200}', 10000000, 5000000000, 20000000000);
grant select on contract_terms to glasshouse_app, glasshouse_settle;

-- The keys that sign slips, published for ever.
create table slip_key (
  public_key bytea primary key check (length(public_key) = 32),
  since      timestamptz not null
);
create trigger slip_key_is_history before update or delete on slip_key for each row execute function forbid_change();
create trigger slip_key_is_kept before truncate on slip_key for each statement execute function forbid_change();
grant select, insert on slip_key to glasshouse_app;

-- `account` is the user's contract wallet, `id` what the user's app named the order at the tap: the same tap twice is one row.
create table contract (
  account     bigint not null check (account >= 65536),
  id          uuid not null,
  at          timestamptz not null,
  head_slot   bigint not null,  -- the newest tick when the order was accepted; entry is the first one after it
  due_slot    bigint not null,  -- exit is the first tick from here on
  stake       bigint not null check (stake > 0),
  symbol      integer not null,
  seconds     integer not null,
  return_bp   integer not null check (return_bp > 0),
  rule        smallint not null,
  long        boolean not null,
  result      smallint,         -- 1 win, 2 lose, 3 draw, 4 void
  entry_slot  bigint,
  entry_price bigint,
  exit_slot   bigint,
  exit_price  bigint,
  payout      bigint,
  settled_at  timestamptz,
  primary key (account, id),
  constraint contract_due check (due_slot = head_slot + 1 + 2 * seconds),
  constraint contract_result_follows check (
    case
      when result is null then num_nonnulls(entry_slot, entry_price, exit_slot, exit_price, payout, settled_at) = 0
      when entry_price is null or exit_price is null then result = 4
      when entry_price = exit_price then result = 3
      when (exit_price > entry_price) = long then result = 1
      else result = 2
    end),
  constraint contract_payout_follows check (
    payout = case result when 1 then stake + stake * return_bp / 10000 when 2 then 0 else stake end)
) with (fillfactor = 50); -- room for the second version of every row in its page, so that settling touches no index
create index contract_by_due on contract (due_slot, account);
grant select, insert (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long) on contract to glasshouse_app;
grant select, update (result, entry_slot, entry_price, exit_slot, exit_price, payout, settled_at) on contract to glasshouse_settle;
create trigger contract_is_kept before delete on contract for each row execute function forbid_change();
create trigger contract_is_not_emptied before truncate on contract for each statement execute function forbid_change();

-- Nobody opens in the past: the head is on the tape, and the tape has not gone further than two seconds since.
create function open_at_the_head() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select symbol, head_slot from opened group by 1, 2) as claim
    where not exists (select from tick where symbol = claim.symbol and slot = claim.head_slot)
       or exists (select from tick where symbol = claim.symbol and slot > claim.head_slot + 4)
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger open_at_the_head after insert on contract referencing new table as opened
  for each statement when (current_user = 'glasshouse_app') execute function open_at_the_head();

-- Whether the tape can still get a tick of this symbol up to this slot: not once it is signed, or the symbol has moved on.
create function tape_is_final(wanted_symbol integer, wanted_slot bigint) returns boolean language sql stable as $$
  select coalesce((select max(slot) from public.tape_checkpoint) >= wanted_slot, false)
      or exists (select from public.tick where symbol = wanted_symbol and slot > wanted_slot)
$$;

-- Nobody settles twice, and nobody settles otherwise than the tape says. Once per statement: contracts of the same symbol, head
-- and due slot share their ticks, so a million of them are a few look-ups.
-- The search path is fixed, or a temporary table of the settler's that is called `tick` would be taken for the tape.
create function settle_by_the_tape() returns trigger language plpgsql
  set enable_nestloop = on set search_path = public, pg_temp as $$
begin
  if exists (select from old_contract where result is not null) then
    raise exception 'a contract is settled once' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (
      select symbol, head_slot, due_slot, entry_slot, entry_price, exit_slot, exit_price from new_contract group by 1, 2, 3, 4, 5, 6, 7
    ) as claim
    left join lateral (
      select slot, price from tick
      where symbol = claim.symbol and slot > claim.head_slot and slot <= claim.head_slot + 10 order by slot limit 1
    ) as entry on true
    left join lateral (
      select slot, price from tick
      where entry.slot is not null and symbol = claim.symbol and slot >= claim.due_slot and slot <= claim.due_slot + 10
      order by slot limit 1
    ) as exit on true
    where (claim.entry_slot, claim.entry_price, claim.exit_slot, claim.exit_price)
            is distinct from (entry.slot, entry.price, exit.slot, exit.price)
       or (entry.slot is null and not tape_is_final(claim.symbol, claim.head_slot + 10))
       or (entry.slot is not null and exit.slot is null and not tape_is_final(claim.symbol, claim.due_slot + 10))
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger settle_by_the_tape after update on contract referencing old table as old_contract new table as new_contract
  for each statement execute function settle_by_the_tape();

-- Everything due up to here is settled and counted in contract_day, and nothing more can come: one row, moved forward only.
create table settlement (
  one             boolean primary key default true check (one),
  settled_through bigint not null
);
insert into settlement (settled_through) values (0);
create function settlement_moves_on() returns trigger language plpgsql as $$
begin
  if new.settled_through < old.settled_through then
    raise exception 'settlement goes forward' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger settlement_moves_on before update on settlement for each row execute function settlement_moves_on();
grant select on settlement to glasshouse_app;
grant select, update on settlement to glasshouse_settle;

-- A user's ended contracts by UTC day of the due slot, symbol and period, added up as `settled_through` moves.
create table contract_day (
  account bigint not null,
  day     integer not null,
  symbol  integer not null,
  seconds integer not null,
  wins    integer not null,
  losses  integer not null,
  draws   integer not null,
  voids   integer not null,
  staked  bigint not null,
  paid    bigint not null,
  -- Over wins and losses only, in ten-thousandths: what a coin would have needed to break even, summed to be averaged.
  break_even bigint not null,
  primary key (account, day, symbol, seconds)
);
grant select on contract_day to glasshouse_app;
grant select, insert, update on contract_day to glasshouse_settle;

-- The settler books what it settles. It forbids itself some plans; balances must be moved in id order all the same.
alter function move_balances(bigint[], bigint[], bigint[]) set enable_nestloop = on;

-- As move_balances, all or none. Who is told no has changed nothing and holds no lock, in one trip instead of three.
create function take_balances(accounts bigint[], debits bigint[], amounts bigint[]) returns boolean language plpgsql as $$
begin
  if public.move_balances(accounts, debits, amounts) < cardinality(accounts) then raise sqlstate 'GH001'; end if;
  return true;
exception when sqlstate 'GH001' then return false;
end $$;
grant select, insert on leg to glasshouse_settle;
grant select, insert (id), update (balance) on account to glasshouse_settle;
grant usage, select on sequence posting_block to glasshouse_settle;
grant select on tick, tape_checkpoint to glasshouse_settle;

-- The guards of the tape look at the tape, not at a temporary table of the same name.
alter function tape_only_grows() set search_path = public, pg_temp;
alter function reveal_what_was_hidden() set search_path = public, pg_temp;
alter function make_tape_day(integer) set search_path = public, pg_temp;

-- migrate:down

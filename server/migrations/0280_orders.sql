-- migrate:up
-- What contracts have becomes the machinery of all products that the tape ends; see ADR 0111. A product is known by the name of
-- its table, which has at least the columns account, id, at, symbol, rule, head_slot, due_slot, stake, result, exit_slot, exit_price, payout, settled_at.

-- How far each product is settled.
alter table settlement drop constraint settlement_pkey, drop column one, add product text not null default 'contract';
alter table settlement alter product drop default, add primary key (product);

create or replace function settlement_moves_on() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare open boolean;
begin
  if new.product <> old.product then
    raise exception 'a product keeps its name' using errcode = 'insufficient_privilege';
  end if;
  if new.settled_through < old.settled_through then
    raise exception 'settlement goes forward' using errcode = 'insufficient_privilege';
  end if;
  if new.settled_through > old.settled_through and not exists (
    select from generate_series(1, 1023) as coin
    cross join lateral (select from tick where symbol = coin and slot >= new.settled_through order by slot limit 1) as reached
  ) then
    raise exception 'the tape has not come to slot %', new.settled_through using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I where due_slot > $1 and due_slot <= $2 and result is null)', new.product)
  into open using old.settled_through, new.settled_through;
  if open then
    raise exception 'an order (%) due by slot % is open', new.product, new.settled_through using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function open_since() returns uuid language plpgsql stable as $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * longest - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement, (select max(period) as longest from public.contract_terms, unnest(seconds) as period) as agreed
    where product = 'contract');
end $$;

-- Whether orders are open under a rule that a source cannot keep, of any product.
create function are_open_under_another(playing text, knows smallint) returns boolean language plpgsql stable set search_path = public, pg_temp as $$
declare
  known settlement;
  found boolean;
begin
  for known in select * from settlement loop
    execute format('select exists (
      select from %I as open where due_slot > $1 and result is null and not exists (
        select from source_rule s where s.source = $2 and s.rule = open.rule and s.generator <= $3))', known.product)
    into found using known.settled_through, playing, knows;
    if found then return true; end if;
  end loop;
  return false;
end $$;

create or replace function terms_follow_the_source() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before  constant tape_run := (select r from tape_run as r order by slot desc limit 1);
  knows   constant smallint := coalesce(new.generator, 1);
  terms   contract_terms;
  newest  smallint;
begin
  if abs(new.slot / 2.0 - extract(epoch from clock_timestamp())) > 2 then
    raise exception 'a source begins now, not at slot %', new.slot using errcode = 'check_violation';
  end if;
  -- The same feed again changes nothing, and need not wait for anybody who is opening.
  if before.source is distinct from new.source or before.generator is distinct from new.generator then
    perform pg_advisory_xact_lock(hashtextextended('tape_run', 0));
  end if;
  terms := terms_at(now());
  newest := (select max(rule) from source_rule where source = new.source and generator <= knows);
  if exists (select from source_rule where source = new.source and rule = terms.rule and generator > knows) then
    raise exception 'a feed of an older release cannot keep rule %', terms.rule using errcode = 'check_violation';
  end if;
  -- Terms that are announced would be overtaken. Rule 1 fits every tape, so it can wait for them; the other way round the source waits.
  if newest is null or terms.rule = newest or exists (
    select from contract_terms as t where effective_at > now() and not exists (
      select from withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version)
  ) then return new; end if;
  if are_open_under_another(new.source, knows) then
    raise exception 'orders are open under a rule that the source % cannot keep', new.source using errcode = 'check_violation';
  end if;
  insert into contract_terms (at, effective_at, seconds, returns, min_stake, max_stake, max_open, rule)
  values (now(), now(), terms.seconds, terms.returns, terms.min_stake, terms.max_stake, terms.max_open, newest);
  return new;
end $$;

-- Which product the orders of an entry are of.
alter table log_orders add product text not null default 'contract';
alter table log_orders alter product drop default;

-- Hands orders accepted together to the public log: `slips` are the hashes of what was agreed, one after another, in the order of the arrays.
create function log_accepted(
  product text, at timestamptz, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  level  bytea := slips;
  logged bigint;
begin
  while length(level) > 32 loop
    level := (
      select string_agg(sha256('\x03'::bytea || substring(level from 64 * nth + 1 for 64)), '')
      from generate_series(0, length(level) / 64 - 1) as nth
    ) || case when length(level) % 64 = 32 then substring(level from length(level) - 31) else '' end;
  end loop;
  insert into log_entry (bytes)
  values ('\x02'::bytea || int8send(floor(extract(epoch from at) * 2)::bigint) || int4send(cardinality(ids)) || level
    || case log_accepted.product when 'option_order' then '\x01'::bytea when 'spot_order' then '\x02' else '' end)
  returning id into logged;
  insert into log_orders (entry, at, accounts, ids, heads, product)
  select logged, log_accepted.at, log_accepted.accounts, log_accepted.ids,
    string_agg(int4send(symbol) || int8send(head) || hashes[nth], ''), log_accepted.product
  from (
    select symbol, head, min(nth)::integer as nth from unnest(symbols, log_accepted.heads) with ordinality as at_head (symbol, head, nth)
    group by symbol, head
  ) as first;
end $$;
revoke execute on function log_accepted(text, timestamptz, bigint[], uuid[], integer[], bigint[], bytea[], bytea) from public;

-- The stakes of accepted orders go from their wallets to where a product's committed money is; balances have been moved by `take_stakes`.
create function commit_stakes(pool bigint, kind smallint, at timestamptz, accounts bigint[], ids uuid[], stakes bigint[])
returns void language plpgsql as $$
#variable_conflict use_column
declare base constant bigint := nextval('posting_block');
begin
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, sum(stake)::bigint, null, commit_stakes.at, null, commit_stakes.kind from unnest(stakes) as staked (stake)
  union all
  select account, base + place, -stake, pool, commit_stakes.at, id, commit_stakes.kind
  from unnest(accounts, stakes, ids) with ordinality as staked (account, stake, id, place);
end $$;
revoke execute on function commit_stakes(bigint, smallint, timestamptz, bigint[], uuid[], bigint[]) from public;

drop function log_accepted(timestamptz, smallint, bigint[], uuid[], bigint[], bytea[], bigint[], integer[], integer[], integer[], boolean[]);
drop function write_contracts(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[], integer[], boolean[]);

create function write_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[],
  periods integer[], returns integer[], longs boolean[]
) returns void language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  before constant bytea := substring(int4send(rule) from 4);
  slips  bytea;
begin
  insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
  select account, id, write_contracts.at, head, head + 1 + 2 * period, stake, symbol, period, return_bp, write_contracts.rule, long
  from unnest(accounts, ids, heads, stakes, symbols, periods, returns, longs)
    as accepted (account, id, head, stake, symbol, period, return_bp, long);
  -- 40961: committed contracts, USDT; 40: contract_stake.
  perform commit_stakes(40961, 40::smallint, at, accounts, ids, stakes);
  -- Rows of unnest come in their order; sorting them once more would cost a tenth of the hashing.
  select string_agg(sha256('\x07'::bytea || uuid_send(id) || before || int4send(symbol) || case when long then '\x01'::bytea else '\x02' end
    || int4send(period) || int8send(stake) || int4send(return_bp) || int8send(head) || hash), '')
  into slips from unnest(ids, heads, hashes, stakes, symbols, periods, returns, longs)
    as accepted (id, head, hash, stake, symbol, period, return_bp, long);
  perform log_accepted('contract', at, accounts, ids, symbols, heads, hashes, slips);
end $$;
revoke execute on function write_contracts(
  timestamptz, smallint, bigint[], uuid[], bigint[], bytea[], bigint[], integer[], integer[], integer[], boolean[]) from public;

-- Orders are accepted at the newest tick of their coin, give or take what comes in while they are written.
create function require_heads(at timestamptz, symbols integer[], heads bigint[]) returns void language plpgsql stable as $$
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
begin
  if exists (
    select from (select distinct symbol, head from unnest(symbols, heads) as asked (symbol, head)) as claim
    left join lateral (select slot from public.tick where tick.symbol = claim.symbol and slot = claim.head limit 1) as known on true
    left join lateral (
      select slot from public.tick where tick.symbol = claim.symbol and slot > claim.head + 4 order by slot limit 1
    ) as later on true
    where known.slot is null or later.slot is not null or abs(now_ms - 500 * claim.head) > head_may_differ
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The newest tick of each coin that is asked for, where it is no older than orders may be.
create function fresh_heads(at timestamptz, symbols integer[]) returns table (symbol integer, slot bigint, hash bytea) language sql stable as $$
  select head.symbol, head.slot, head.hash from (select distinct asked as symbol from unnest(symbols) as asked) as asked
  cross join lateral (
    select symbol, slot, hash from public.tick
    where tick.symbol = asked.symbol and tick.slot >= (extract(epoch from at) * 1000 - 2000)::bigint / 500 order by slot desc limit 1
  ) as head
  where abs((extract(epoch from at) * 1000)::bigint - 500 * head.slot) <= 2000
$$;

-- The hashes of ticks, in the order they are asked for.
create function tick_hashes(symbols integer[], slots bigint[]) returns bytea[] language plpgsql stable as $$
begin
  return array(
    select known.hash from unnest(symbols, slots) with ordinality as asked (symbol, slot, nth)
    cross join lateral (select hash from public.tick where tick.symbol = asked.symbol and tick.slot = asked.slot limit 1) as known
    order by nth);
end $$;

create or replace function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[],
  symbols integer[], periods integer[], returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare terms contract_terms;
begin
  perform hold_the_source();
  terms := terms_at(at);
  perform require_heads(at, symbols, heads);
  if terms.rule = open_contracts.rule and not fit_terms(terms, periods, returns, stakes) then
    terms := terms_at(at - interval '10 seconds');
  end if;
  if terms.rule is distinct from open_contracts.rule or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then
    raise exception 'these terms are not in force' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'a stake is not covered' using errcode = 'check_violation';
  end if;
  if not stay_within(terms.max_open, accounts, stakes) then
    raise exception 'more is open than the terms allow' using errcode = 'insufficient_privilege';
  end if;
  perform write_contracts(at, rule, accounts, ids, heads, tick_hashes(symbols, heads), stakes, symbols, periods, returns, longs);
end $$;

create or replace function open_plain_contracts(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[],
  symbols integer[], periods integer[], returns integer[], longs boolean[]
) returns table (symbol integer, slot bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  terms  contract_terms;
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
begin
  perform hold_the_source();
  terms := terms_at(at);
  if terms.rule <> all (known_rules) or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  if not stay_within(terms.max_open, accounts, stakes) then raise sqlstate 'GH001'; end if;
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash) into head_symbols, head_slots, head_hashes
  from fresh_heads(at, symbols) as head;
  -- Null for an order without a head, which then cannot be written.
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  perform write_contracts(at, terms.rule, accounts, ids, heads, hashes, stakes, symbols, periods, returns, longs);
  return query select head.symbol, head.slot, head.hash, terms.rule
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

-- What a product's orders came to is booked as they end: their stakes leave where they were committed, wallets get what is paid, the house the rest. The
-- trigger names the product's committed money, what a payout is called in the books, and what the house gains or loses.
drop trigger settled_is_booked on contract;
create or replace function book_what_ended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool     constant bigint := tg_argv[0];
  payouts  constant smallint := tg_argv[1];
  results  constant smallint := tg_argv[2];
  house    constant bigint := 32769;
  staked bigint;
  paid   bigint;
  moment timestamptz;
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  select sum(stake), sum(payout), max(settled_at) into staked, paid, moment from ended where result is not null;
  if staked is null then return null; end if;
  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved
  from (select account, sum(payout)::bigint as amount from ended where payout > 0 group by account) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, -staked, null::bigint, moment, null::uuid, payouts
  union all
  select house, base, staked - paid, null, moment, null, results where staked <> paid
  union all
  select account, base + row_number() over (order by account), payout, pool, moment, id, payouts from ended where payout > 0;
  return null;
end $$;
create trigger settled_is_booked after update on contract referencing new table as ended
  for each statement execute function book_what_ended(40961, 41, 42);

-- Where the tape ends an order, as each rule says, for products that look for an exit alone.
create function exit_by_rule_1(wanted integer, due bigint)
returns table (exit_slot bigint, exit_price bigint, final boolean) language sql stable as $$
  select exit.slot, exit.price, exit.slot is not null or public.tape_is_final(wanted, due + 10)
  from (values (true)) as one
  left join lateral (
    select slot, price from public.tick where symbol = wanted and slot >= due and slot <= due + 10 order by slot limit 1
  ) as exit on true
$$;
create function exit_by_rule_2(wanted integer, due bigint)
returns table (exit_slot bigint, exit_price bigint, final boolean) language sql stable as $$
  select slot, price, true from public.tick where symbol = wanted and slot = due
  union all
  select null, null, true from public.tape_gap as gap
  where gap.reason = 'given_up' and due between gap.first_slot and gap.last_slot
    and exists (select from public.tape_checkpoint as signed where signed.slot >= gap.first_slot)
    and not exists (select from public.tick where symbol = wanted and slot = due)
$$;

-- migrate:down

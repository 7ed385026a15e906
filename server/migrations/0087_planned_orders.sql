-- migrate:up
-- Less to do for each batch of orders. A function in SQL is planned anew at every call, one in PL/pgSQL once per connection. Those that only
-- others of ours call need no search path of their own; names are given in full where one may be called by itself.
create or replace function open_since(slack integer) returns uuid language plpgsql stable as $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * longest - slack)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement, (select max(period) as longest from public.contract_terms, unnest(seconds) as period) as agreed);
end $$;
alter function open_since(integer) reset search_path;

create or replace function take_stakes(accounts bigint[], stakes bigint[]) returns boolean language plpgsql as $$
begin
  return (
    select count(*) = move_balances(
      array_agg(account order by account), array_agg(total order by account), array_agg(-total order by account))
    from (
      select account, sum(stake)::bigint as total from unnest(accounts, stakes) as staked (account, stake) group by account
    ) as wanted);
end $$;
alter function take_stakes(bigint[], bigint[]) reset search_path;
alter function write_contracts(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[], integer[], boolean[])
  reset search_path;

-- Nobody opens in the past: the head is on the tape, and the tape has not gone further than two seconds since. Only here are heads given by
-- the caller; open_plain_contracts reads them itself. One look at the key per head: asked for all at once, the planner may read the
-- whole tape.
create or replace function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select distinct symbol, head from unnest(symbols, heads) as asked (symbol, head)) as claim
    left join lateral (select slot from tick where tick.symbol = claim.symbol and slot = claim.head limit 1) as known on true
    left join lateral (
      select slot from tick where tick.symbol = claim.symbol and slot > claim.head + 4 order by slot limit 1
    ) as later on true
    where known.slot is null or later.slot is not null
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'a stake is not covered' using errcode = 'check_violation';
  end if;
  perform write_contracts(at, rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
end $$;
drop trigger open_at_the_head on contract;
drop function open_at_the_head();

-- migrate:down

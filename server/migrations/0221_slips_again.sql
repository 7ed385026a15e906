-- migrate:up
-- A slip that is asked for again is signed under the root that its entry has. That root follows from all orders accepted together and the
-- heads they were accepted at, which leave the tape after a while: so these stay with the entry, each as symbol, slot and hash.
alter table log_orders add heads bytea;
grant select on log_entry to glasshouse_app; -- the root, while its entry waits for a place

alter table log_orders disable trigger log_orders_is_history;
update log_orders set heads = (
  select string_agg(int4send(symbol) || int8send(head_slot) || hash, '') from (
    select distinct c.symbol, c.head_slot from unnest(accounts, ids) as part (account, id)
    join contract c on c.account = part.account and c.id = part.id
  ) as head
  cross join lateral (select hash from tick where tick.symbol = head.symbol and tick.slot = head.head_slot limit 1) as known
);
alter table log_orders enable trigger log_orders_is_history;

-- As before, and the heads are kept.
create or replace function log_accepted(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[],
  periods integer[], returns integer[], longs boolean[]
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  before constant bytea := substring(int4send(rule) from 4);
  level  bytea; -- hashes one after another
  logged bigint;
begin
  -- Rows of unnest and generate_series come in their order; sorting them once more would cost a tenth of the hashing.
  select string_agg(sha256('\x07'::bytea || uuid_send(id) || before || int4send(symbol) || case when long then '\x01'::bytea else '\x02' end
    || int4send(period) || int8send(stake) || int4send(return_bp) || int8send(head) || hash), '')
  into level from unnest(ids, heads, hashes, stakes, symbols, periods, returns, longs)
    as accepted (id, head, hash, stake, symbol, period, return_bp, long);
  while length(level) > 32 loop
    level := (
      select string_agg(sha256('\x03'::bytea || substring(level from 64 * nth + 1 for 64)), '')
      from generate_series(0, length(level) / 64 - 1) as nth
    ) || case when length(level) % 64 = 32 then substring(level from length(level) - 31) else '' end;
  end loop;
  insert into log_entry (bytes)
  values ('\x02'::bytea || int8send(floor(extract(epoch from at) * 2)::bigint) || int4send(cardinality(ids)) || level)
  returning id into logged;
  insert into log_orders (entry, at, accounts, ids, heads)
  select logged, log_accepted.at, log_accepted.accounts, log_accepted.ids,
    string_agg(int4send(symbol) || int8send(head) || hashes[nth], '')
  from (
    select symbol, head, min(nth)::integer as nth from unnest(symbols, log_accepted.heads) with ordinality as at_head (symbol, head, nth)
    group by symbol, head
  ) as first;
end $$;

-- migrate:down

-- migrate:up
-- The statement shows the balance of an account after each leg. It was counted back from the current balance, so an old page read every newer leg: about
-- a second for an account with 300,000 of them. Now every thousandth balance that is counted is kept as a mark, and a page counts from the next newer
-- mark. Reading a statement writes the marks, so an account that nobody reads costs nothing.
create table balance_mark (
  account bigint,
  id      bigint, -- of the leg
  balance bigint not null,
  primary key (account, id)
);
create trigger balance_mark_is_history before update or delete on balance_mark for each row execute function forbid_change();
create trigger balance_mark_is_kept before truncate on balance_mark for each statement execute function forbid_change();

-- The balances of accounts after these of their legs. The ids of an account's legs rise with its commits, so a mark stays true. The current balance
-- and the legs that it is counted back from are read in one statement.
create function balances_after(accounts bigint[], ids bigint[]) returns table (account bigint, id bigint, balance bigint)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  of_account bigint[];
  of_leg     bigint[];
  held       bigint[];
  is_marked   boolean[];
begin
  with wanted as (
    select wanted.account, wanted.id, mark.id as mark, mark.balance from unnest(accounts, ids) as wanted (account, id)
    left join lateral (
      select m.id, m.balance from balance_mark as m where m.account = wanted.account and m.id >= wanted.id order by m.id limit 1
    ) as mark on true
  ), span as (
    select account, mark, balance, min(id) as oldest from wanted group by account, mark, balance
  )
  select array_agg(span.account), array_agg(line.id), array_agg(coalesce(span.balance, now.balance) - line.newer), array_agg(nth % 1000 = 0)
  into of_account, of_leg, held, is_marked
  from span join account as now on now.id = span.account
  cross join lateral (
    select leg.id, row_number() over newest_first as nth, coalesce(sum(leg.amount) over newer, 0)::bigint as newer
    from leg where leg.account = span.account and leg.id >= span.oldest and leg.id <= coalesce(span.mark, 9223372036854775807)
    window newest_first as (order by leg.id desc),
      newer as (order by leg.id desc rows between unbounded preceding and 1 preceding)
  ) as line where nth % 1000 = 0 or line.id = any (ids);
  -- Operators look in transactions that write nothing.
  if current_setting('transaction_read_only') = 'off' and current_setting('transaction_isolation') = 'read committed' then
    insert into balance_mark (account, id, balance)
    select counted.account, counted.id, counted.balance from unnest(of_account, of_leg, held, is_marked) as counted (account, id, balance, is_marked)
    where counted.is_marked order by 1, 2 on conflict do nothing;
  end if;
  return query
    select counted.account, counted.id, counted.balance from unnest(of_account, of_leg, held) as counted (account, id, balance)
    join unnest(accounts, ids) as wanted (account, id) on wanted.account = counted.account and wanted.id = counted.id;
end $$;
revoke execute on function balances_after(bigint[], bigint[]) from public;
grant execute on function balances_after(bigint[], bigint[]) to glasshouse_app, glasshouse_office;

-- migrate:down

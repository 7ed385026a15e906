-- migrate:up
-- The books. See docs/explanation/ledger.md. An account's id says whose it is, which wallet and which currency:
--   owner << 16 | wallet << 10 | currency
-- so nothing has to be looked up to find it, all accounts of an owner lie together, and a leg knows its currency.
-- Owner 0 is the system (house, external world, fees, committed money): its accounts exist only as legs. They have no
-- balance row, because a row that every posting updates would make all postings wait for each other.
create table account (
  id      bigint primary key check (id >= 65536),
  balance bigint not null default 0,
  constraint account_no_overdraft check (balance >= 0)
) with (fillfactor = 70); -- room in each page, so that a new balance is written beside the old one and no index changes
grant select, insert (id), update (balance) on account to glasshouse_app;

-- Moves balances where they cover what is taken, and says how many moved. Without these settings a small table is read in
-- another order than by id, and two postings could wait for each other in a circle.
create function move_balances(accounts bigint[], debits bigint[], amounts bigint[]) returns bigint language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  moved bigint;
begin
  update account set balance = balance + change.amount
  from unnest(accounts, debits, amounts) as change (account, debits, amount)
  where id = change.account and balance >= change.debits;
  get diagnostics moved = row_count;
  return moved;
end $$;

create table posting_kind (
  code   smallint primary key,
  name   text not null unique,
  income text check (income in ('new_user', 'lower_level', 'product', 'trading')) -- what a user's gain by it counts as
);
insert into posting_kind (code, name, income) values
  (1, 'wallet_transfer', null), (2, 'exchange', null), (3, 'member_transfer', null), (4, 'correction', null),
  (10, 'top_up', null), (11, 'withdrawal_hold', null), (12, 'withdrawal_return', null), (13, 'withdrawal_paid', null),
  (20, 'vip_deposit', null), (21, 'vip_refund', null),
  (30, 'spot_buy', null), (31, 'spot_sell', null),
  (40, 'contract_stake', null), (41, 'contract_payout', null), (42, 'contract_result', null),
  (50, 'option_premium', null), (51, 'option_payout', null), (52, 'option_result', null),
  (60, 'product_principal', null), (61, 'product_redemption', null), (62, 'machine_price', null),
  (100, 'welcome_grant', 'new_user'), (101, 'invitation_reward', 'new_user'),
  (110, 'lower_level_income', 'lower_level'), (120, 'product_income', 'product');
grant select on posting_kind to glasshouse_app;

-- One side of a movement. Legs written together share the upper bits of their id (id >> 16) and sum to zero per currency.
-- A leg of a user carries the id of its business fact; (account, ref, kind) makes a fact post once.
create sequence posting_block increment by 65536 start 65536;
grant usage, select on sequence posting_block to glasshouse_app;
create table leg (
  account bigint not null,
  id      bigint not null,
  amount  bigint not null check (amount <> 0),
  contra  bigint check (contra & 1023 = account & 1023), -- the account on the other side; null: a total over a batch
  at      timestamptz not null,
  ref     uuid,
  kind    smallint not null,
  primary key (account, id),
  constraint leg_posts_once unique (account, ref, kind),
  constraint leg_names_its_fact check (account < 65536 or (ref is not null and contra is not null))
);
-- Nearly free to keep (one entry per 128 pages); finds what was written since the last proof without reading everything.
create index leg_by_id on leg using brin (id) with (pages_per_range = 128, autosummarize = on);
grant select, insert on leg to glasshouse_app;
create trigger leg_is_for_ever before update or delete on leg for each row execute function forbid_change();
create trigger leg_is_kept before truncate on leg for each statement execute function forbid_change();

-- What a user has earned, by UTC day and source: kept here because summing years of legs at each look would not do.
create table income (
  owner    bigint not null,
  day      date not null,
  source   text not null,
  currency smallint not null,
  amount   bigint not null,
  primary key (owner, day, source, currency)
);
grant select on income to glasshouse_app;

-- Once per statement, however many legs it wrote: the same check row by row, deferred, costs several times the insert.
create function check_written_legs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from written group by id >> 16, account & 1023 having sum(amount) <> 0) then
    raise exception 'legs do not sum to zero' using errcode = 'check_violation', constraint = 'legs_sum_to_zero';
  end if;
  if exists (select from written where kind >= 100) then
    insert into income (owner, day, source, currency, amount)
    select account >> 16, (at at time zone 'UTC')::date, posting_kind.income, account & 1023, sum(amount)
    from written join posting_kind on code = kind
    where account >= 65536 and posting_kind.income is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (owner, day, source, currency) do update set amount = income.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger legs_sum_to_zero after insert on leg referencing new table as written
  for each statement execute function check_written_legs();

-- migrate:down

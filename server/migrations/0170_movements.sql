-- migrate:up
-- Money that a user moves: in, out, to somebody else, or into a membership. Each movement has a state and goes along arrows; what an arrow
-- books is booked in the same statement in which the state changes. See docs/reference/money-movements.md and docs/adr/0089-track-all-user-money-movements-in-one-state-table.md.

-- The arrows, as protocol/src/movements/arrows.ts names them. `walker`: which of the server's roles may take the arrow by itself; `function`
-- is none of them: only a function of the domain does, which has looked at everything that speaks against it.
create table movement_arrow (
  flow   text not null,
  source text not null, -- `start`: it begins here
  target text not null,
  posts  smallint references posting_kind,
  walker text not null check (walker in ('app', 'office', 'function')),
  primary key (flow, source, target)
);
insert into movement_arrow (flow, source, target, posts, walker)
select flow, source, target, code, walker from (values
  ('recharge', 'start', 'under_review', null, 'app'),
  ('recharge', 'start', 'passed', 'top_up', 'function'),
  ('recharge', 'under_review', 'passed', 'top_up', 'function'),
  ('recharge', 'under_review', 'rejected', null, 'function'),
  ('recharge', 'rejected', 'under_review', null, 'app'),
  ('withdraw', 'start', 'under_review', 'withdrawal_hold', 'function'),
  ('withdraw', 'under_review', 'withdrawing', null, 'function'),
  ('withdraw', 'under_review', 'rejected', 'withdrawal_return', 'function'),
  ('withdraw', 'under_review', 'cancelled', 'withdrawal_return', 'function'),
  ('withdraw', 'under_review', 'frozen', null, 'office'),
  ('withdraw', 'withdrawing', 'success', 'withdrawal_paid', 'function'),
  ('withdraw', 'withdrawing', 'failed', 'withdrawal_return', 'office'),
  ('withdraw', 'withdrawing', 'frozen', null, 'office'),
  ('withdraw', 'frozen', 'withdrawing', null, 'office'),
  ('withdraw', 'frozen', 'rejected', 'withdrawal_return', 'office'),
  ('transfer', 'start', 'done', 'member_transfer', 'function'),
  ('receive', 'start', 'done', null, 'function'),
  ('upgrade', 'start', 'done', 'vip_deposit', 'function'),
  ('refund', 'start', 'done', 'vip_refund', 'function'),
  ('refund', 'start', 'under_review', null, 'function'),
  ('refund', 'under_review', 'passed', 'vip_refund', 'function'),
  ('refund', 'under_review', 'rejected', null, 'function'),
  ('move', 'start', 'done', null, 'app'),
  ('exchange', 'start', 'done', null, 'app')
) as arrow (flow, source, target, kind, walker) left join posting_kind on name = kind;
grant select on movement_arrow to glasshouse_app;

create table movement (
  owner      bigint not null, -- the person's number
  id         uuid not null,   -- made at the tap: a retry is the same row
  serial     bigint generated always as identity,
  flow       text not null,
  state      text not null,
  currency   smallint not null references currency_code,
  amount     bigint not null check (amount > 0),
  fee        bigint not null check (fee >= 0 and fee < amount),
  other      bigint,          -- whom it goes to or comes from, where that is a user
  label      text not null check (length(label) between 1 and 40), -- a network, two wallets, two levels; nothing personal
  at         timestamptz not null,
  changed_at timestamptz not null,
  reason     text check (length(reason) between 1 and 500),
  primary key (owner, id)
);
create unique index movement_in_order on movement (owner, serial);
grant select on movement to glasshouse_app, glasshouse_office;

-- Every state that a movement was in.
create table movement_step (
  owner  bigint not null,
  id     uuid not null,
  place  integer not null, -- counted from one
  state  text not null,
  at     timestamptz not null,
  reason text,
  primary key (owner, id, place),
  foreign key (owner, id) references movement (owner, id)
);
grant select on movement_step to glasshouse_app, glasshouse_office;

-- What was written about a movement goes with the person; that it was made is in the books, and stays.
create function forget_reasons() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update movement set reason = null where owner = new.number and reason is not null;
  update movement_step set reason = null where owner = new.number and reason is not null;
  return null;
end $$;
create trigger movements_forget after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_reasons();

-- Books moves from one account to another, each under its reference. Raises GH001 if a balance does not cover them.
create function book(at timestamptz, fact smallint, refs uuid[], sources bigint[], targets bigint[], amounts bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  -- Before any balance is locked.
  insert into account (id) select distinct target from unnest(targets) as credited (target)
  where target >= 65536 and not exists (select from account where id = target) order by 1 on conflict do nothing;
  select count(*), move_balances(
    array_agg(account order by account), array_agg(greatest(-amount, 0) order by account), array_agg(amount order by account))
  into wanted, moved from (
    select account, sum(amount)::bigint as amount from (
      select source as account, -amount as amount from unnest(sources, amounts) as taken (source, amount)
      union all select target, amount from unnest(targets, amounts) as given (target, amount)
    ) as side where account >= 65536 group by account
  ) as change;
  if moved < wanted then raise sqlstate 'GH001'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select account, base + row_number() over (order by account), amount, contra, book.at, ref, fact
  from (
    -- Of a user's money the system's side is one total.
    select account, case when account >= 65536 then contra end as contra, case when account >= 65536 or wanted = 0 then ref end as ref,
      sum(amount)::bigint as amount
    from (
      select source as account, target as contra, ref, -amount as amount
      from unnest(sources, targets, refs, amounts) as taken (source, target, ref, amount)
      union all select target, source, ref, amount from unnest(sources, targets, refs, amounts) as given (source, target, ref, amount)
    ) as side group by 1, 2, 3 having sum(amount) <> 0
  ) as sided;
end $$;

-- What an arrow books, if anything.
create function book_arrow(moved movement, kind text, at timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  wallet constant bigint := (moved.owner << 16) + case moved.currency when 1 then 1024 else 2048 end + moved.currency; -- fund USDT, cash CNY
  outside constant bigint := (33 << 10) + moved.currency;
  fees constant bigint := (34 << 10) + moved.currency;
  waiting constant bigint := (43 << 10) + moved.currency; -- committed withdrawals
  deposits constant bigint := (44 << 10) + moved.currency; -- committed memberships
  fact constant smallint := (select code from posting_kind where name = kind);
  -- What is paid is between accounts of the system alone, where the ids of all owners meet: somebody else may have used the same.
  paid constant uuid := md5('withdrawal_paid ' || moved.owner || ' ' || moved.id)::uuid;
begin
  case kind
    when 'top_up' then perform book(at, fact, array[moved.id], array[outside], array[wallet], array[moved.amount]);
    when 'withdrawal_hold' then perform book(at, fact, array[moved.id], array[wallet], array[waiting], array[moved.amount]);
    when 'withdrawal_return' then perform book(at, fact, array[moved.id], array[waiting], array[wallet], array[moved.amount]);
    when 'withdrawal_paid' then
      if moved.fee = 0 then perform book(at, fact, array[paid], array[waiting], array[outside], array[moved.amount]);
      else perform book(at, fact, array[paid, paid], array[waiting, waiting], array[outside, fees], array[moved.amount - moved.fee, moved.fee]);
      end if;
    when 'member_transfer' then
      perform book(at, fact, array[moved.id], array[wallet], array[(moved.other << 16) + 1024 + moved.currency], array[moved.amount]);
    when 'vip_deposit' then perform book(at, fact, array[moved.id], array[wallet], array[deposits], array[moved.amount]);
    when 'vip_refund' then perform book(at, fact, array[moved.id], array[deposits], array[wallet], array[moved.amount]);
  end case;
end $$;

-- Begins a movement: `started`, or `repeated` if the very same was begun under this id, `id_used` if another was, `insufficient_balance`;
-- `nobody` for whoever is deleted, or was never there.
create function begin_movement(
  owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamptz
) returns text language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  arrow movement_arrow;
  begun movement;
begin
  select * into arrow from movement_arrow as a where a.flow = begin_movement.flow and a.source = 'start' and a.target = begin_movement.state;
  if not found then
    raise exception 'no % begins as %', begin_movement.flow, begin_movement.state using errcode = 'check_violation';
  end if;
  perform from person as p where p.number = begin_movement.owner and p.deleted_at is null for key share;
  if not found then return 'nobody'; end if;
  insert into movement (owner, id, flow, state, currency, amount, fee, other, label, at, changed_at) values (
    begin_movement.owner, begin_movement.id, begin_movement.flow, begin_movement.state, begin_movement.currency, begin_movement.amount,
    begin_movement.fee, begin_movement.other, begin_movement.label, begin_movement.at, begin_movement.at)
  on conflict (owner, id) do nothing returning * into begun;
  if begun.id is null then
    select * into strict begun from movement as m where m.owner = begin_movement.owner and m.id = begin_movement.id;
    return case when (begun.flow, begun.currency, begun.amount, begun.label)
        = (begin_movement.flow, begin_movement.currency, begin_movement.amount, begin_movement.label)
      and begun.other is not distinct from begin_movement.other then 'repeated' else 'id_used' end;
  end if;
  insert into movement_step (owner, id, place, state, at) values (begun.owner, begun.id, 1, begun.state, begun.at);
  if arrow.posts is not null then
    perform book_arrow(begun, (select name from posting_kind where code = arrow.posts), begun.at);
  end if;
  return 'started';
exception when sqlstate 'GH001' then
  return 'insufficient_balance';
end $$;

-- Takes a movement along an arrow and books what that books. No if no arrow goes from where it is to there.
create function move_along(owner bigint, id uuid, state text, at timestamptz, reason text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moved movement;
  arrow movement_arrow;
begin
  select * into moved from movement as m where m.owner = move_along.owner and m.id = move_along.id for no key update;
  select * into arrow from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = move_along.state;
  if arrow.flow is null then return false; end if;
  update movement as m set state = arrow.target, changed_at = move_along.at, reason = move_along.reason
  where m.owner = moved.owner and m.id = moved.id;
  insert into movement_step (owner, id, place, state, at, reason)
  select moved.owner, moved.id, max(place) + 1, arrow.target, move_along.at, move_along.reason
  from movement_step as s where s.owner = moved.owner and s.id = moved.id;
  if arrow.posts is not null then
    perform book_arrow(moved, (select name from posting_kind where code = arrow.posts), move_along.at);
  end if;
  return true;
end $$;

-- The role that asks, as arrows name it.
create function walking_role() returns text language sql stable set search_path = public, pg_temp as $$
  select case session_user when 'glasshouse_app' then 'app' when 'glasshouse_office' then 'office' end
$$;
create function start_movement(
  owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from movement_arrow as a where a.flow = start_movement.flow and a.source = 'start' and a.target = start_movement.state
      and (a.walker = walking_role() or session_user = current_user)
  ) then
    raise exception '% may not begin this', session_user using errcode = 'insufficient_privilege';
  end if;
  return begin_movement(owner, id, flow, state, currency, amount, fee, other, label, at);
end $$;
create function walk_movement(owner bigint, id uuid, state text, at timestamptz, reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moved movement;
begin
  select * into moved from movement as m where m.owner = walk_movement.owner and m.id = walk_movement.id for no key update;
  if not exists (
    select from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = walk_movement.state
  ) then
    return false;
  end if;
  if not exists (
    select from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = walk_movement.state
      and (a.walker = walking_role() or session_user = current_user)
  ) then
    raise exception '% may not do this', session_user using errcode = 'insufficient_privilege';
  end if;
  return move_along(owner, id, state, at, reason);
end $$;
revoke execute on function
  forget_reasons(), book(timestamptz, smallint, uuid[], bigint[], bigint[], bigint[]), book_arrow(movement, text, timestamptz),
  begin_movement(bigint, uuid, text, text, smallint, bigint, bigint, bigint, text, timestamptz),
  move_along(bigint, uuid, text, timestamptz, text), walking_role(),
  start_movement(bigint, uuid, text, text, smallint, bigint, bigint, bigint, text, timestamptz),
  walk_movement(bigint, uuid, text, timestamptz, text) from public;
grant execute on function start_movement(bigint, uuid, text, text, smallint, bigint, bigint, bigint, text, timestamptz) to glasshouse_app;
grant execute on function walk_movement(bigint, uuid, text, timestamptz, text) to glasshouse_app, glasshouse_office;

-- What was moved between own wallets before there were movements.
insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
select leg.account >> 16, leg.ref, case leg.kind when 1 then 'move' else 'exchange' end, 'done', leg.account & 1023, -leg.amount, 0,
  case leg.kind
    when 1 then (select name from wallet_code where code = leg.account >> 10 & 63) || '-' || (select name from wallet_code where code = leg.contra >> 10 & 63)
    else case leg.account & 1023 when 1 then 'USDT-CNY' else 'CNY-USDT' end end,
  leg.at, leg.at
from leg where leg.kind in (1, 2) and leg.account >= 65536 and leg.amount < 0 order by leg.at, leg.ref;
insert into movement_step (owner, id, place, state, at) select owner, id, 1, state, at from movement;

-- What the new flows depend on: asked for by one person, agreed to by another, and announced, as everything money depends on.
alter table money_config
  add two_people_above bigint not null default 10000000000, -- USDT, 6 decimals, as all that follow but the share
  add invite_reward    bigint not null default 50000000,
  add invite_share_bp  integer not null default 500,        -- hundredths of a percent
  add vip1_deposit     bigint not null default 100000000,
  add vip2_deposit     bigint not null default 500000000,
  add vip3_deposit     bigint not null default 2000000000,
  add vip4_deposit     bigint not null default 5000000000,
  add vip5_deposit     bigint not null default 10000000000;
alter table money_config
  alter two_people_above drop default, alter invite_reward drop default, alter invite_share_bp drop default, alter vip1_deposit drop default,
  alter vip2_deposit drop default, alter vip3_deposit drop default, alter vip4_deposit drop default, alter vip5_deposit drop default,
  -- The bounds of protocol/src/site/bounds.ts.
  add constraint money_config_more_bounds check (
    two_people_above between 100000000 and 50000000000 and invite_reward between 0 and 1000000000 and invite_share_bp between 0 and 2000
      and vip1_deposit between 1000000 and vip2_deposit and vip2_deposit <= vip3_deposit and vip3_deposit <= vip4_deposit
      and vip4_deposit <= vip5_deposit and vip5_deposit <= 100000000000);

-- After how many minutes the clock decides about a top-up where no person does; empty: people decide.
alter table site_config add top_up_minutes integer check (top_up_minutes between 1 and 10080);

-- A person has one case at a time of those that are about the person; money may move more than once.
drop index review_one_at_a_time;
create unique index review_one_at_a_time on review_case (person, kind) where decision is null and kind in ('appeal', 'identity', 'vip_refund');
-- What the clock decides is decided by nobody.
alter table review_case
  drop constraint review_decision_is_whole,
  add constraint review_decision_is_whole check (
    num_nulls(decision, decided_at) in (0, 2) and num_nulls(decided_by, decided_by_name) in (0, 2) and (decided_by is null or decision is not null)
      and (decision is null or decided_by is not null or kind in ('identity', 'top_up'))
  );

-- migrate:down

-- migrate:up
-- Top-ups by a network and by card. No role passes one: a decided case does, or the function for published test cards, within a day's bounds.
-- See docs/adr/0090-simulate-top-ups-without-real-addresses-or-cards.md.

-- One row each time a receipt is submitted, beside its case in the queue: the same top-up again after a rejection, with another receipt.
create table top_up_case (
  id       uuid primary key references review_case,
  person   uuid not null references person,
  owner    bigint not null,
  movement uuid not null,
  network  text not null check (network in ('TRC20', 'ERC20', 'BEP20')),
  address  text not null check (address like 'SIM-%-PAPER' and length(address) < 40), -- as it was shown
  attempt  integer not null check (attempt > 0), -- of this top-up
  receipt  uuid unique references file on delete set null,
  foreign key (owner, movement) references movement (owner, id)
);
create index on top_up_case (person);
create unique index top_up_attempt on top_up_case (owner, movement, attempt);
grant select on top_up_case to glasshouse_app, glasshouse_office;
grant insert (id, person, owner, movement, network, address, attempt, receipt) on top_up_case to glasshouse_app;
create trigger not_about_the_deleted before insert on top_up_case for each row execute function not_about_the_deleted();
-- By its name before `review_forgets`, whose rows these refer to.
create trigger deposits_forget after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('top_up_case');

-- A receipt is of the very top-up it is submitted for, and of nobody else's. The bounds of protocol/src/deposits/bounds.ts.
create function top_up_is_submitted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked movement;
begin
  -- One submission of a person at a time, or two at once would both be the last that is allowed.
  perform from person where id = new.person and number = new.owner for no key update;
  if not found then
    raise exception '% is not %', new.person, new.owner using errcode = 'insufficient_privilege';
  end if;
  select * into asked from movement where owner = new.owner and id = new.movement for no key update;
  if not coalesce(
    asked.flow = 'recharge' and asked.state = 'under_review' and asked.currency = 1 and asked.label = new.network
      and asked.amount between 10000000 and 100000000000
      and exists (
        select from review_case where id = new.id and kind = 'top_up' and person = new.person and number = new.owner and decision is null)
      and exists (
        select from file where id = new.receipt and person = new.person
          and part = 'receipt-' || lower(new.network) || '-' || asked.amount)
      and not exists (
        select from top_up_case as other join review_case using (id)
        where other.owner = new.owner and other.movement = new.movement and other.id <> new.id and decision is null), false)
  then
    raise exception 'this is no receipt of %', new.movement using errcode = 'insufficient_privilege';
  end if;
  if (select count(*) from top_up_case as own join review_case using (id) where own.person = new.person and decision is null) > 5 then
    raise exception 'too many top-ups of % wait', new.owner using errcode = 'check_violation', constraint = 'top_ups_under_review';
  end if;
  return new;
end $$;
create trigger top_up_is_submitted after insert on top_up_case for each row execute function top_up_is_submitted();

create function top_up_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  about top_up_case;
begin
  select * into about from top_up_case where id = new.id;
  if not coalesce(move_along(
    about.owner, about.movement, case new.decision when 'approve' then 'passed' else 'rejected' end, new.decided_at,
    case new.decision when 'reject' then new.reason end), false)
  then
    raise exception 'case % is about no top-up under review', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger top_up_is_decided after update of decision on review_case for each row
  when (new.kind = 'top_up' and new.decision is not null) execute function top_up_is_decided();

-- What still waits goes with its person's case: nobody will look at it any more.
create function top_ups_end() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform move_along(owner, id, 'rejected', new.deleted_at, null)
  from movement where owner = new.number and flow = 'recharge' and state = 'under_review';
  return null;
end $$;
create trigger top_ups_end after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function top_ups_end();

-- Passes the one that has waited longest, if its time has come and the site lets the clock decide, but for those that somebody is looking at.
-- One at a time: whoever moves the money of two people locks their accounts in order, and a batch would not.
create function pass_top_up(at timestamptz) returns table (id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
language sql security definer set search_path = public, pg_temp as $$
  with site as (select top_up_minutes from site_config order by version desc limit 1),
  due as (
    select review_case.id from review_case, site
    where kind = 'top_up' and decision is null and submitted_at + top_up_minutes * interval '1 minute' <= at
      and (claimed_until is null or claimed_until <= at)
    order by submitted_at limit 1 for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due, top_up_case as about
  where review_case.id = due.id and about.id = due.id
  returning review_case.id, about.person, about.owner, about.movement, about.receipt
$$;

-- The numbers that card brands publish for tests, by what is left of one when it leaves the browser. protocol/src/deposits/cards.ts has the same.
create table test_card (
  brand     text not null,
  last_four text not null check (last_four ~ '^\d{4}$'),
  primary key (brand, last_four)
);
insert into test_card (brand, last_four) values
  ('Visa', '4242'), ('Visa', '5556'), ('Visa', '1111'), ('Visa', '1881'),
  ('Mastercard', '4444'), ('Mastercard', '3222'), ('Mastercard', '8210'), ('Mastercard', '5100'),
  ('American Express', '0005'), ('American Express', '8431'),
  ('Discover', '1117'), ('Discover', '9424'), ('Diners Club', '0004'), ('JCB', '0505'), ('UnionPay', '0005');

create index movement_passed_recharges on movement (owner, at) where flow = 'recharge' and state = 'passed';

-- Credits a top-up by a test card at once: so much at a time and so much in a UTC day. `card_day_limit`, or what `begin_movement` answers.
create function top_up_by_card(owner bigint, id uuid, brand text, last_four text, amount bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  day constant timestamptz := date_trunc('day', top_up_by_card.at, 'UTC');
  used numeric;
begin
  if not coalesce(top_up_by_card.amount between 10000000 and 2000000000 and exists (
    select from test_card as card where card.brand = top_up_by_card.brand and card.last_four = top_up_by_card.last_four), false)
  then
    raise exception 'no test card brings this' using errcode = 'check_violation', constraint = 'card_is_published';
  end if;
  -- One card of a person at a time: what is counted stays as it is until this one is among it.
  perform from person as p where p.number = top_up_by_card.owner for no key update;
  select coalesce(sum(m.amount), 0) into used from movement as m join test_card as card on m.label = card.brand || ' ' || card.last_four
  where m.owner = top_up_by_card.owner and m.flow = 'recharge' and m.state = 'passed' and m.at >= day and m.at < day + interval '24 hours'
    and m.id <> top_up_by_card.id;
  if used + top_up_by_card.amount > 10000000000 then return 'card_day_limit'; end if;
  return begin_movement(
    top_up_by_card.owner, top_up_by_card.id, 'recharge', 'passed', 1::smallint, top_up_by_card.amount, 0::bigint, null,
    top_up_by_card.brand || ' ' || top_up_by_card.last_four, top_up_by_card.at);
end $$;

-- What a reviewer of money should know of an account: log-ins and changes of the ways in, and with which devices; not from where. Of nobody
-- else than those whose top-up or withdrawal is under review.
create function security_under_review(of uuid, since timestamptz) returns table (at timestamptz, kind text, device text)
language sql stable security definer set search_path = public, pg_temp as $$
  select at, kind, device from security_event
  where person = of and at >= since and kind <> 'case_opened' and exists (
    select from review_case as open where open.person = of and open.kind in ('top_up', 'withdrawal') and open.decision is null)
  order by at desc limit 20
$$;
revoke execute on function security_under_review(uuid, timestamptz) from public;
grant execute on function security_under_review(uuid, timestamptz) to glasshouse_office;

revoke execute on function top_up_is_submitted(), top_up_is_decided(), top_ups_end(), pass_top_up(timestamptz),
  top_up_by_card(bigint, uuid, text, text, bigint, timestamptz) from public;
grant execute on function pass_top_up(timestamptz), top_up_by_card(bigint, uuid, text, text, bigint, timestamptz) to glasshouse_app;

-- migrate:down

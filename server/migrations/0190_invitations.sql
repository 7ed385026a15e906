-- migrate:up
-- What invitations bring: a reward once an invited person's identity has passed, and a share of what that person's products earn. Both are
-- paid by the house, by the functions below and by nothing else; see ADR 0094. People are numbers here, as in the books.
create table invitation_income (
  id       bigint generated always as identity primary key,
  inviter  bigint not null,
  invitee  bigint not null,
  source   text not null check (source in ('new_user', 'lower_level')),
  at       timestamptz not null,
  day      date,    -- the UTC day whose product income it is a share of
  base     bigint,  -- that income, USDT
  share_bp integer, -- hundredths of a percent
  amount   bigint not null check (amount >= 0),
  -- Why nothing was paid; the inviter reads it.
  withheld text check (withheld in ('same_contact', 'same_browser', 'same_place', 'second_time', 'not_offered')),
  constraint invitation_income_is_whole check (
    num_nulls(day, base, share_bp) = case source when 'new_user' then 3 else 0 end
      and (amount = 0) = (withheld is not null) and (source = 'new_user' or withheld is null) and inviter <> invitee)
);
create unique index invitation_rewards_once on invitation_income (invitee) where source = 'new_user';
create unique index invitation_shares_once on invitation_income (invitee, day) where source = 'lower_level';
create index on invitation_income (inviter, id) include (source, amount, withheld);
create index income_of_products on income (day, owner) include (amount) where source = 'product' and currency = 1;
grant select on invitation_income to glasshouse_app, glasshouse_office;
create trigger invitation_income_is_history before update or delete on invitation_income for each row execute function forbid_change();
create trigger invitation_income_is_kept before truncate on invitation_income for each statement execute function forbid_change();

-- Every contact an account has had, hashed with a key that no role may read: two accounts of one person are known by it, also when the
-- first one is deleted. Of who is deleted it is kept only if a reward was paid for them.
create table contact_key (
  one boolean primary key default true check (one),
  key bytea not null
);
insert into contact_key (key) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
create table contact_mark (
  mark   bytea not null check (length(mark) = 32),
  number bigint not null, -- the person's
  primary key (mark, number)
);
create index on contact_mark (number);

-- One mailbox, however it is written: what follows a plus is a tag of its owner's, and Gmail reads no dots.
create function one_contact(contact text) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when untagged ~ '@(gmail|googlemail)\.com$' then replace(split_part(untagged, '@', 1), '.', '') || '@gmail.com' else untagged end
  from regexp_replace(lower(contact), '^([^@+]+)\+[^@]*@', '\1@') as untagged
$$;

-- People come one by one, and in tests and from elsewhere by the hundred thousand: those of a statement are marked together.
create function contacts_are_marked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into contact_mark (mark, number)
  select sha256(key || convert_to(one_contact(contact), 'UTF8')), number
  from made, unnest(array[email, phone]) as had (contact), contact_key where contact is not null and deleted_at is null
  on conflict do nothing;
  return null;
end $$;
create trigger contacts_are_marked after insert on person referencing new table as made
  for each statement execute function contacts_are_marked();
create function contact_is_marked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into contact_mark (mark, number)
  select sha256(key || convert_to(one_contact(contact), 'UTF8')), new.number
  from unnest(array[new.email, new.phone]) as had (contact), contact_key where contact is not null
  on conflict do nothing;
  return null;
end $$;
create trigger contact_is_marked after update of email, phone on person for each row
  when (new.deleted_at is null and (new.email, new.phone) is distinct from (old.email, old.phone)) execute function contact_is_marked();
insert into contact_mark (mark, number)
select sha256(key || convert_to(one_contact(contact), 'UTF8')), number
from person, unnest(array[email, phone]) as had (contact), contact_key where contact is not null and deleted_at is null;

create function invites_forget() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from contact_mark where number = new.number and not exists (
    select from invitation_income where invitee = new.number and source = 'new_user' and withheld is null);
  return null;
end $$;
create trigger invites_forget after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function invites_forget();

-- As server/src/platform/throttle.ts hashes names.
create function hashed_account(person uuid) returns text language sql immutable set search_path = public, pg_temp as $$
  select translate(rtrim(encode(sha256(convert_to('user:' || person, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

-- As `network` in server/src/platform/addresses.ts: the part of an address that one household shares.
create function one_place(address text) returns text language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return case when family(address::inet) = 6 and not address::inet << '::ffff:0:0/96' then network(set_masklen(address::inet, 64))::text
    else address end;
exception when invalid_text_representation then
  return address;
end $$;

-- Why an invitation earns nothing, if so. What is compared is what everybody leaves behind: contacts, browsers known by their cookie, and the
-- network and kind of device from which an account was opened.
create function why_no_reward(inviter person, invitee person) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when exists (
      select from contact_mark a join contact_mark b using (mark) where a.number = invitee.number and b.number = inviter.number
    ) then 'same_contact'
    when exists (
      select from known_browser a join known_browser b using (browser)
      where a.account = hashed_account(invitee.id) and b.account = hashed_account(inviter.id)
    ) then 'same_browser'
    when exists (
      select from security_event as opened
      join lateral (
        select address, device, at as since, at as until from security_event
        where person = inviter.id and kind in ('registered', 'logged_in')
        union all
        select address, device, started_at, seen_at from session where person = inviter.id
      ) as used on one_place(used.address) = one_place(opened.address) and used.device = opened.device
        and used.since <= opened.at + interval '24 hours' and used.until >= opened.at - interval '24 hours'
      where opened.person = invitee.id and opened.kind = 'registered' and opened.address <> ''
    ) then 'same_place'
    when exists (
      select from contact_mark a join contact_mark b using (mark)
      join invitation_income on invitation_income.invitee = b.number and source = 'new_user' and withheld is null
      where a.number = why_no_reward.invitee.number and b.number <> a.number
    ) then 'second_time'
  end
$$;

-- Once for each person, at the moment the identity passes, whoever or whatever decided. Who is frozen is paid too: a freeze stops
-- spending, not earning. Who is gone is not.
create function invitation_is_rewarded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  inviter person;
  moment  timestamptz;
  reward  bigint;
  why     text;
begin
  select * into strict inviter from person where id = new.invited_by for key share;
  if inviter.deleted_at is not null then return null; end if;
  moment := coalesce(
    (select max(decided_at) from review_case where person = new.id and kind = 'identity' and decision = 'approve'), now());
  reward := (money_at(moment)).invite_reward;
  why := coalesce(why_no_reward(inviter, new), case when reward = 0 then 'not_offered' end);
  if why is not null then reward := 0; end if;
  insert into invitation_income (inviter, invitee, source, at, amount, withheld)
  values (inviter.number, new.number, 'new_user', moment, reward, why) on conflict do nothing;
  if found and why is null then
    perform book(moment, 101::smallint, array[new.id], array[32769::bigint], array[(inviter.number << 16) + 1025], array[reward]); -- from the house
  end if;
  return null;
end $$;
create trigger invitation_is_rewarded after update of identity on person for each row
  when (new.identity = 'passed' and old.identity <> 'passed' and new.invited_by is not null) execute function invitation_is_rewarded();

-- How far the shares are booked: all that products earned until then was looked at, in the order of days and people.
create table shared_until (
  one    boolean primary key default true check (one),
  day    date not null,
  earner bigint not null
);
insert into shared_until (day, earner) values ('-infinity', 0);

-- Before which day everything that products earned is booked. The products say it anew where they begin.
create function earned_in_full_before(moment timestamptz) returns date language sql stable set search_path = public, pg_temp as $$
  select (moment at time zone 'UTC')::date
$$;

-- Shares of what invited people's products earned on days that are over and booked. Goes on where it stopped, for at most so many people and days, and
-- says how many it looked at and who was paid; so each is looked at once, whenever this is done and however often. Rounded down, so that the
-- house never pays more than the share; what rounds to nothing is not booked.
create function share_product_income(moment timestamptz, most integer) returns table (looked bigint, inviters bigint[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  before  constant date := earned_in_full_before(moment);
  mark    shared_until;
  wallets bigint[];
  amounts bigint[];
  refs    uuid[];
begin
  select * into strict mark from shared_until for no key update;
  with earned as materialized (
    select day, owner, amount from income
    where source = 'product' and currency = 1 and (day, owner) > (mark.day, mark.earner) and day < before
    order by day, owner limit most
  ), days as (
    select day, (money_at((day + 1)::timestamp at time zone 'UTC')).invite_share_bp as share_bp from (select distinct day from earned) as past
  ), marked as (
    update shared_until set day = last.day, earner = last.owner
    from (select day, owner from earned order by day desc, owner desc limit 1) as last
  ), written as (
    insert into invitation_income (inviter, invitee, source, at, day, base, share_bp, amount)
    select inviter.number, invitee.number, 'lower_level', moment, day, earned.amount, share_bp, earned.amount * share_bp / 10000
    from earned join days using (day)
    join person as invitee on invitee.number = earned.owner and invitee.identity = 'passed'
    join person as inviter on inviter.id = invitee.invited_by and inviter.deleted_at is null
    where earned.amount * share_bp / 10000 > 0
      -- A second account of one's own earns nothing, and nothing was earned before the identity passed.
      and not exists (
        select from invitation_income as reward where reward.invitee = earned.owner and reward.source = 'new_user'
          and (reward.withheld in ('same_contact', 'same_browser', 'same_place') or (reward.at at time zone 'UTC')::date > earned.day))
    order by day, invitee.number
    returning inviter, invitee, day, amount
  )
  select (select count(*) from earned), coalesce(array_agg(distinct inviter), '{}'), array_agg((inviter << 16) + 1025), array_agg(amount),
    array_agg(md5('lower_level ' || invitee || ' ' || day)::uuid)
  into looked, inviters, wallets, amounts, refs from written;
  if wallets is not null then
    perform book(moment, 110::smallint, refs, array_fill(32769::bigint, array[cardinality(wallets)]), wallets, amounts); -- from the house
  end if;
  return next;
end $$;

revoke execute on function one_contact(text), one_place(text), contacts_are_marked(), contact_is_marked(), invites_forget(), hashed_account(uuid),
  why_no_reward(person, person), invitation_is_rewarded(), earned_in_full_before(timestamptz), share_product_income(timestamptz, integer) from public;
grant execute on function share_product_income(timestamptz, integer) to glasshouse_app;

-- migrate:down

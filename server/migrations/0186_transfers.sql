-- migrate:up
-- Money from one member to another. The function below is the only way; it holds both people and judges by what it finds then.
-- See docs/adr/0093-bind-member-transfers-to-the-confirmed-payee.md.

-- Who may send with one tap and wants to be asked for the trade password all the same.
create table transfer_setting (
  person uuid primary key references person,
  ask    boolean not null
);
grant select, insert, update on transfer_setting to glasshouse_app;
create trigger not_about_the_deleted before insert on transfer_setting for each row execute function not_about_the_deleted();
create trigger transfers_forget after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('transfer_setting');

-- Sends from fund to fund, with a movement on both sides under the same id, and counts it to what the payee has received on that UTC day and
-- in that month. Nothing of it stays where the payee's level does not allow it.
create function send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  receiver person;
  allowed  vip_rule;
  begun    text;
  broken   text;
begin
  if payer = payee then raise exception 'nobody sends to themselves' using errcode = 'insufficient_privilege'; end if;
  -- Both in the order of their numbers, before any balance. Whoever freezes, erases or changes a level comes before or after.
  perform from person where number in (payer, payee) order by number for share;
  begun := begin_movement(payer, send_to_member.id, 'transfer', 'done', 1::smallint, send_to_member.amount, 0, payee, 'member', send_to_member.at);
  -- A retried tap is answered with what happened the first time, whatever the payee may receive by now.
  if begun <> 'started' then return begun; end if;
  if not exists (select from person where number = payer and status = 'normal' and deleted_at is null) then
    raise sqlstate 'GH002' using message = 'account_abnormal';
  end if;
  select * into receiver from person where number = payee and status = 'normal' and deleted_at is null and leaves_at is null;
  select * into allowed from vip_rule where level = level_of(receiver.id, send_to_member.at);
  if allowed.level is null then raise sqlstate 'GH002' using message = 'payee_unknown'; end if;
  -- Those who send to one payee stand in line at the payee's balance already, so the two counters are never waited for in a circle.
  insert into received (person, span, since, amount)
  select receiver.id, span, date_trunc(span, send_to_member.at at time zone 'UTC')::date, send_to_member.amount
  from unnest(array['day', 'month']) as span
  on conflict (person, span, since) do update set amount = received.amount + excluded.amount;
  if exists (
    select from received where person = receiver.id and since = date_trunc(span, send_to_member.at at time zone 'UTC')::date
      and amount > case span when 'day' then allowed.per_day else allowed.per_month end
  ) then
    raise sqlstate 'GH002' using message = 'payee_limit';
  end if;
  if begin_movement(payee, send_to_member.id, 'receive', 'done', 1::smallint, send_to_member.amount, 0, payer, 'member', send_to_member.at) <> 'started' then
    raise sqlstate 'GH002' using message = 'id_used';
  end if;
  return 'started';
exception
  when sqlstate 'GH002' then
    -- All of it is undone, and its reason is the answer.
    return sqlerrm;
  when unique_violation then
    -- The payee has a posting under this id from somebody else.
    get stacked diagnostics broken = constraint_name;
    if broken <> 'leg_posts_once' then raise; end if;
    return 'id_used';
end $$;
revoke execute on function send_to_member(bigint, bigint, uuid, bigint, timestamptz) from public;
grant execute on function send_to_member(bigint, bigint, uuid, bigint, timestamptz) to glasshouse_app;

-- migrate:down

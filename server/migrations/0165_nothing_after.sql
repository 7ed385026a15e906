-- migrate:up
-- Nothing is written about somebody who is deleted: a call or a job that was under way writes nothing, and goes on. Whoever erases holds the
-- person's row, so what comes first is erased and what comes later sees that there is nobody. Every table about people has this trigger.
create function not_about_the_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone boolean;
begin
  select deleted_at is not null into gone from person where id = new.person for key share;
  return case when gone then null else new end;
end $$;
revoke execute on function not_about_the_deleted() from public;

create trigger not_about_the_deleted before insert on account_event for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on appeal for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on credit_event for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on favourite for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on file for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on identity_case for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on lock_link for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on passkey_challenge for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on person_authenticator for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on person_passkey for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on person_recovery for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on personal_copy for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on review_case for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on security_event for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on session for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on verification_code for each row execute function not_about_the_deleted();

-- A score below 100 tells that there was a freeze or a rejection. The score of who is deleted is that of everybody.
create or replace function credit_has_its_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.credit_score <> 100 or tg_op = 'UPDATE' and new.credit_score <> coalesce(
    (select score from credit_event where person = new.id order by step desc limit 1),
    case when new.deleted_at is null then old.credit_score else 100 end)
  then
    raise exception 'the credit score of % changes only with an event', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create function forget_score() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update person set credit_score = 100 where id = new.id;
  return null;
end $$;
revoke execute on function forget_score() from public;
-- Triggers go by their names: after `credit_forgets`, when there is no event any more.
create trigger credit_score_is_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_score();

-- A copy lies in parts, each sealed by itself: who takes one part has the server open that one and no other. A copy is worth a day, so those
-- from before are made again by whoever still wants one.
update file set expires_at = created_at where purpose = 'copy';
delete from personal_copy;
alter table personal_copy drop file, add bytes bigint;
create table copy_part (
  copy  uuid not null references personal_copy (id) on delete cascade,
  place integer not null, -- counted from nought
  file  uuid not null unique references file on delete cascade,
  primary key (copy, place)
);
grant select, insert on copy_part to glasshouse_app;

-- migrate:down

-- migrate:up
-- A receipt that its owner shows to whoever has the link. What opens it is not kept: it follows from the id and a secret that is not in the
-- database. One that is taken back is gone.
create table share (
  id      uuid primary key,
  person  uuid not null references person,
  product text not null check (product in ('contract', 'option', 'spot')),
  ordered uuid not null,
  named   boolean not null,
  made_at timestamptz not null,
  unique (person, product, ordered)
);
grant select, insert, update (named), delete on share to glasshouse_app;

create trigger not_about_the_deleted before insert on share for each row execute function not_about_the_deleted();
create trigger shares_are_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('share');

-- migrate:down

-- migrate:up
-- Browsers in which the owner of an account has come in before, so that strangers cannot use up their tries. Account and browser are
-- hashes: a copy of the table names nobody.
create table known_browser (
  account text not null,
  browser text not null,
  until   timestamptz not null,
  primary key (account, browser)
);
create index on known_browser (until);
grant select, insert, update, delete on known_browser to glasshouse_app;
grant select, insert, update, delete on known_browser to glasshouse_office;

-- A long code cannot be guessed: it is sent once too many short ones were.
alter table verification_code add column long boolean not null default false;

-- migrate:down

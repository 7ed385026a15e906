-- migrate:up
-- How far the books have been proved: every leg with an id below `through`. `next` becomes the new end once every
-- transaction that was open when it was noted (all have ids up to next_xid) has finished, because ids are given out
-- before they are committed.
create table proof_mark (
  only_one boolean primary key default true check (only_one),
  through  bigint not null,
  next     bigint not null,
  next_xid xid8 not null
);
insert into proof_mark (through, next, next_xid) values (0, 0, '0');
grant select, update on proof_mark to glasshouse_app;

-- What the legs of an account come to, up to and with the leg `through`.
create table proof (
  account bigint primary key,
  through bigint not null,
  amount  bigint not null
) with (fillfactor = 50);
grant select, insert, update on proof to glasshouse_app;

-- What does not add up. A row stays until a full check finds the books right again.
create table books_alarm (
  account  bigint primary key, -- below 1024: a whole currency
  balance  bigint not null,    -- what the books say
  legs     numeric not null,   -- what the legs come to
  found_at timestamptz not null
);
grant select, insert, delete on books_alarm to glasshouse_app;

-- migrate:down

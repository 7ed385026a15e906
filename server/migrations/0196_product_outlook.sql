-- migrate:up
-- What the house has promised for the days ahead, for the operators' overview. It follows from the orders; what is kept here saves a walk
-- over all of them every minute. See docs/explanation/wealth-products.md.

-- Of all orders that were earning on `through`: what is due for each day after it, and the amounts that come back when that day is over.
create table product_outlook (
  day       date primary key,
  through   date not null,
  income    bigint not null,
  principal bigint not null
);
grant select, insert, update, delete on product_outlook to glasshouse_app;

-- Orders that are counted above and will earn nothing more, because their owner has left.
create table product_left (
  serial    bigint primary key,
  product   integer not null,
  version   integer not null,
  starts_on date not null,
  units     bigint not null
);
grant select, delete on product_left to glasshouse_app;
create function product_is_left() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into product_left (serial, product, version, starts_on, units)
  values (new.serial, new.product, new.version, new.starts_on, new.units);
  return null;
end $$;
create trigger product_is_left after update of ending on holding for each row
  when (new.ending = 'left' and new.kind <> 'pledge') execute function product_is_left();
revoke execute on function product_is_left() from public;

create index holding_starting on holding (starts_on, product, version) include (units) where ended_at is null and kind <> 'pledge';
create index holding_pledged on holding (product, version, ends_at) include (units, bought_at) where ended_at is null and kind = 'pledge';

grant execute on function income_of_day(text, bigint, bigint, integer, bigint, integer) to glasshouse_app;

-- migrate:down

-- migrate:up
-- Two people may credit a wallet with at most 100,000 USDT at once and 1,000,000 in a day, all wallets together; yuan and coins count at the rate and the
-- price of the moment. Taking money from a wallet creates none and has no bound.
-- See docs/adr/0165-make-automatic-approval-and-withdrawal-limits-money-settings.md.
create table correction_day (
  day      date primary key,
  credited bigint not null check (credited between 0 and 1000000000000) -- USDT, 6 decimals
);
revoke all on correction_day from public;

-- What an amount of a currency is worth now, in smallest units of USDT, rounded up; null for a coin without a price.
create function worth_now(currency text, units numeric) returns numeric language sql volatile set search_path = public, pg_temp as $$
  select case
    when code = 1 then units
    when code = 2 then ceil(units * 100000000 / (money_at(clock_timestamp())).cny_rate)
    else (select ceil(units * price / parts) from coin_unit join lateral (
      select price from tick where tick.symbol = coin_unit.symbol order by slot desc limit 1) as newest on true
      where coin_unit.symbol = code - 2)
  end
  from currency_code where name = currency
$$;
revoke execute on function worth_now(text, numeric) from public;

create function correction_fits(currency text, units numeric) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce(worth between 0 and 100000000000
    and worth + coalesce((select credited from correction_day where day = (clock_timestamp() at time zone 'UTC')::date), 0) <= 1000000000000, false)
  from worth_now(currency, units) as worth
$$;
revoke execute on function correction_fits(text, numeric) from public;
grant execute on function correction_fits(text, numeric) to glasshouse_office;

create function correction_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked jsonb;
  units numeric;
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  select input into asked from approval where id = new.approval and action = '/office/users/correct';
  -- A debit of a negative amount would be a credit.
  if coalesce(asked ->> 'direction', '') not in ('credit', 'debit')
    or coalesce(asked ->> 'amount', '') !~ '^[0-9]{1,17}([.][0-9]{1,8})?$' or (asked ->> 'amount')::numeric = 0
  then
    raise exception 'correction % is not approved', new.ref using errcode = 'insufficient_privilege';
  end if;
  if asked ->> 'direction' = 'credit' then
    units := (asked ->> 'amount')::numeric * power(10::numeric, (select decimals from currency_code where name = asked ->> 'currency'));
    insert into correction_day (day, credited) values (today, 0) on conflict do nothing;
    perform from correction_day where day = today for no key update;
    if not coalesce(correction_fits(asked ->> 'currency', units), false) then
      raise exception 'correction % credits too much', new.ref using errcode = 'insufficient_privilege';
    end if;
    update correction_day set credited = credited + worth_now(asked ->> 'currency', units) where day = today;
  end if;
  return new;
end $$;
revoke execute on function correction_counts() from public;
create trigger correction_counts before insert on correction for each row execute function correction_counts();

-- migrate:down

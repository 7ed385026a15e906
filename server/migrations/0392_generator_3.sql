-- migrate:up
-- Version 3 of the generator draws moods from rounds, see ADR 0170. Days that were announced under version 2
-- keep it. The commitment of a day names its version.
create or replace function reveal_what_was_hidden() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  version integer := (select d.version from tape_day d where d.day = new.day);
  rest bytea := case version
    when 1 then int4send(cardinality(new.symbols)) || coalesce((
      select string_agg(int4send(symbol) || int8send(price), ''::bytea order by place)
      from unnest(new.symbols, new.opens) with ordinality as o (symbol, price, place)), '')
    when 2 then (select hash from beacon_chain where id = new.chain)
    when 3 then (select hash from beacon_chain where id = new.chain)
  end;
begin
  if sha256('\x06'::bytea || int4send(new.day) || substring(int4send(version) from 4) || new.seed || rest)
     is distinct from (select commitment from tape_day d where d.day = new.day)
  then raise exception 'day % was planned otherwise', new.day using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;

-- The release before makes every day by version 2. It would write other prices than were announced, so it neither begins nor continues a day of a
-- generator that it does not know. Until then it may run.
create function generator_is_known(of_day integer, knows smallint) returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce((select version from tape_day where day = of_day), 0) <= coalesce(knows, 1)
$$;
create function opening_is_by_a_known_generator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  run constant tape_run := (select r from tape_run as r order by slot desc limit 1);
begin
  -- Version 2 is what every release with openings knows.
  if run.source is not null and not generator_is_known(new.day, greatest(run.generator, 2::smallint)) then
    raise exception 'day % is made by a newer generator than this feed knows', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger opening_is_by_a_known_generator before insert on tape_opening for each row execute function opening_is_by_a_known_generator();
create function run_knows_the_generator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.source = 'synthetic' and not generator_is_known((new.slot / 172800)::integer, greatest(new.generator, 2::smallint))
    and exists (select from tape_opening where day = (new.slot / 172800)::integer)
  then
    raise exception 'today is made by a newer generator than this feed knows' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger run_knows_the_generator before insert on tape_run for each row execute function run_knows_the_generator();
revoke execute on function generator_is_known(integer, smallint), opening_is_by_a_known_generator(), run_knows_the_generator() from public;

-- migrate:down

-- migrate:up
-- Rounds of a public randomness beacon, each verified before it is written; see ADR 0098. Prices are made from them, so only
-- the feed's role may add one, and no role may change one.
create table beacon_chain (
  id         integer generated always as identity primary key,
  hash       bytea not null unique check (length(hash) = 32),
  public_key bytea not null check (length(public_key) = 96),
  genesis    bigint not null,
  group_hash bytea not null check (length(group_hash) = 32),
  name       text not null
);
create table beacon_round (
  chain      integer not null references beacon_chain,
  round      bigint not null check (round > 0),
  signature  bytea not null check (length(signature) = 48),
  randomness bytea not null generated always as (sha256(signature)) stored,
  primary key (chain, round)
);

-- Where a day of version 2 began, and from which prices: the last ones before it. What it is made of beside seed and rounds.
create table tape_opening (
  day     integer primary key references tape_day,
  slot    bigint not null check (slot / 172800 = day),
  chain   integer not null references beacon_chain,
  symbols integer[] not null,
  opens   bigint[] not null check (cardinality(opens) = cardinality(symbols))
);

do $$
declare name text;
begin
  foreach name in array array['beacon_chain', 'beacon_round', 'tape_opening']
  loop
    execute format('create trigger %I before update or delete on %I for each row execute function forbid_change()',
                   name || '_is_history', name);
    execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
    execute format('grant select, insert on %I to glasshouse_feed', name);
    execute format('grant select on %I to glasshouse_app', name);
  end loop;
end $$;

-- A plan of version 2 is a seed and a chain. The seed lies sealed with a key that only the feed's process has: nonce, tag, then the seed.
-- Plans made before stay as they are, with their seed in the open for the feed's role alone.
alter table tape_plan
  alter column seed drop not null, alter column symbols drop not null, alter column opens drop not null,
  add sealed bytea check (length(sealed) = 60),
  add key_id bytea check (length(key_id) = 8),
  add chain integer references beacon_chain,
  add constraint open_or_sealed check (
    num_nonnulls(seed, symbols, opens) = 3 and num_nonnulls(sealed, key_id, chain) = 0
    or num_nonnulls(seed, symbols, opens) = 0 and num_nonnulls(sealed, key_id, chain) = 3);
alter table tape_revealed
  alter column symbols drop not null, alter column opens drop not null,
  add chain integer references beacon_chain,
  add constraint one_version check (num_nonnulls(symbols, opens) = case when chain is null then 2 else 0 end);

-- A revealed plan must be the one that was committed to: its hash says so, without a look at what is hidden.
create or replace function reveal_what_was_hidden() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  version integer := (select d.version from tape_day d where d.day = new.day);
  rest bytea := case version
    when 1 then int4send(cardinality(new.symbols)) || coalesce((
      select string_agg(int4send(symbol) || int8send(price), ''::bytea order by place)
      from unnest(new.symbols, new.opens) with ordinality as o (symbol, price, place)), '')
    when 2 then (select hash from beacon_chain where id = new.chain)
  end;
begin
  if sha256('\x06'::bytea || int4send(new.day) || substring(int4send(version) from 4) || new.seed || rest)
     is distinct from (select commitment from tape_day d where d.day = new.day)
  then raise exception 'day % was planned otherwise', new.day using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;

-- migrate:down

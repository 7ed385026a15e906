-- migrate:up
-- What is announced is what two people agreed on, by the database's clock; see docs/adr/0064-announce-money-settings-after-two-person-approval.md.

create or replace function change_is_announced() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  asked   jsonb;
  agreed  boolean;
  another boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  select input into asked from approval
  where id = new.approval and action = tg_argv[0] and decision = 'approved'
    and asked_by = new.changed_by and decided_by = new.approved_by;
  -- Texts of decimals against the smallest units.
  if tg_table_name = 'money_config' then
    agreed := (new.fee_bps, new.welcome_grant, new.cny_rate) = (
      (asked #>> '{settings,fee}')::numeric * 100, (asked #>> '{settings,welcomeGrant}')::numeric * 1000000,
      (asked #>> '{settings,cnyRate}')::numeric * 10000);
  else
    agreed := (new.min_stake, new.max_stake, new.max_open) = (
      (asked #>> '{terms,minStake}')::numeric * 1000000, (asked #>> '{terms,maxStake}')::numeric * 1000000,
      (asked #>> '{terms,maxOpen}')::numeric * 1000000
    ) and (new.seconds::numeric[], new.returns::numeric[]) = (
      select array_agg((period ->> 'seconds')::numeric order by place), array_agg((period ->> 'returnPercent')::numeric * 100 order by place)
      from jsonb_array_elements(asked #> '{terms,periods}') with ordinality as listed (period, place));
  end if;
  if agreed is not true or new.reason is distinct from asked ->> 'reason' then
    raise exception 'the change is not approved' using errcode = 'insufficient_privilege';
  end if;
  -- The clock of the office may differ from this one by minutes.
  if new.at not between now() - interval '5 minutes' and now() + interval '5 minutes' or new.effective_at < new.at + interval '1 hour' then
    raise exception 'the change is not announced for an hour' using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I as t where effective_at > $1 and not exists (
    select from withdrawn_change w where w.about = %L and w.version = t.version))', tg_table_name, tg_table_name)
    into another using least(new.at, now());
  if another then
    raise exception 'another change is announced' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function withdraw_in_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare begins timestamptz;
begin
  execute format('select effective_at from %I where version = $1', new.about) into begins using new.version;
  if begins is null or begins <= greatest(new.at, now()) or new.at < now() - interval '5 minutes' then
    raise exception 'version % of % cannot be withdrawn', new.version, new.about using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- migrate:down

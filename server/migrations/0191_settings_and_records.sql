-- migrate:up
-- What is announced is what two people agreed on, in every value. See docs/adr/0064-announce-money-settings-after-two-person-approval.md.
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
    select bool_and(coalesce(held = (asked #>> array['settings', name])::numeric * units, false)) into agreed from (values
      ('fee', new.fee_bps::numeric, 100), ('welcomeGrant', new.welcome_grant, 1000000), ('cnyRate', new.cny_rate, 10000),
      ('twoPeopleAbove', new.two_people_above, 1000000), ('inviteReward', new.invite_reward, 1000000),
      ('inviteShare', new.invite_share_bp, 100), ('vip1', new.vip1_deposit, 1000000), ('vip2', new.vip2_deposit, 1000000),
      ('vip3', new.vip3_deposit, 1000000), ('vip4', new.vip4_deposit, 1000000), ('vip5', new.vip5_deposit, 1000000)
    ) as setting (name, held, units);
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

-- Records are listed newest first by any of flow, state, currency and time. Each of the few combinations is one walk along this index, to
-- whatever depth; see docs/adr/0095-read-records-through-one-index-with-bounded-walks.md.
create index movement_records on movement (owner, flow, state, currency, at desc, serial desc);

-- For the operators' figures: what ended lately, and the little that is under way.
create index movement_ended on movement (changed_at) include (flow, state, currency, amount, fee)
  where flow in ('recharge', 'withdraw') and state in ('passed', 'success');
create index movement_open on movement (flow, state, currency) include (amount, at) where state in ('under_review', 'withdrawing', 'frozen');

-- migrate:down

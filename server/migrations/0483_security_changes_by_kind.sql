-- migrate:up
-- Reviewers saw the newest twenty changes of any kind: twenty lock notes or payees hid a changed password. They now see the newest five of each kind, and
-- twenty log-ins.
create or replace function security_for_reviewers(of uuid, since timestamptz)
returns table (at timestamptz, kind text, device text, times integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select at, kind, device, times
  from (
    select at, kind, device, times, row_number() over (partition by kind order by at desc, id desc) as place from security_event
    where person = of and at >= since and kind <> 'case_opened' and exists (
      select from review_case as open where open.person = of and open.kind in ('top_up', 'withdrawal') and open.decision is null)
  ) as seen
  where place <= case kind when 'logged_in' then 20 else 5 end
  order by at desc
$$;

create or replace function security_under_review(of uuid, since timestamptz) returns table (at timestamptz, kind text, device text)
language sql stable security definer set search_path = public, pg_temp as $$
  select at, kind, device from security_for_reviewers(of, since)
$$;

-- migrate:down

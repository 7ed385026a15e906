-- migrate:up
-- A user who waits for a review sees whether a reviewer is on duty. Until now this showed only in the delay of automatic approvals.
create function reviewer_on_duty(queue text, moment timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select is_attended(queue, moment)
$$;
revoke execute on function reviewer_on_duty(text, timestamptz) from public;
grant execute on function reviewer_on_duty(text, timestamptz) to glasshouse_app;

-- migrate:down

-- migrate:up
-- What an entry says as JSON; null if somebody changed it into something that is none.
create function log_says(bytes bytea) returns jsonb language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return convert_from(bytes, 'UTF8')::jsonb;
exception when others then return null;
end $$;

-- migrate:down

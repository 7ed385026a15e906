-- migrate:up
-- The seed of a day to come decides its prices. It is for the feed alone: not even the owner of the tables reads it by the way, a dump by
-- the owner does not hold it, and the planner keeps no copy of it.
alter table tape_plan enable row level security;
alter table tape_plan force row level security;
create policy feed_alone on tape_plan to glasshouse_feed using (true) with check (true);
alter table tape_plan alter column seed set statistics 0;

-- migrate:down

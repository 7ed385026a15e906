-- migrate:up transaction:false
-- Withdrawals that people stopped or returned. The clock reads those of the last day before it approves another.
create index concurrently movement_step_of_people on movement_step (at) where state in ('frozen', 'rejected', 'failed');

-- migrate:down

-- migrate:up
-- Dropping a partition waits for everybody who reads the tape, and makes the feed wait behind it. Days now leave by statements that a
-- function cannot run (market/upkeep.ts).
drop function drop_tape_days(integer);

-- migrate:down

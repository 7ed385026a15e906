-- migrate:up
-- By itself: every row is looked at, and nobody waits for that.
alter table payee validate constraint payee_mark_is_whole;
alter table security_event validate constraint security_event_kind_check;

-- migrate:down

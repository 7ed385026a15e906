-- migrate:up
-- Who froze an account does not decide about the appeal. Freezes from before are looked up in the log.
alter table account_event add operator uuid references operator;
alter table account_event disable trigger account_event_is_history;
update account_event e set operator = a.operator
from person p, audit_entry a
where p.id = e.person and e.kind = 'frozen' and a.action = '/office/users/freeze' and a.subject = 'user:' || p.number and a.at = e.at;
alter table account_event enable trigger account_event_is_history;
-- Users are told why, not by whom.
revoke select on account_event from glasshouse_app;
grant select (id, person, at, kind, reason) on account_event to glasshouse_app;

-- migrate:down

-- migrate:up
-- A queue is sorted and filtered by what a case is about, and knows who of two people has agreed. Both are copies: what decides stays where it was.
alter table review_case
  add amount bigint check (amount > 0), -- in units of USDT; none for cases that move no money
  add first_by uuid references operator;

create function note_in_queue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_table_name
    when 'withdrawal_count' then
      update review_case set amount = new.usdt where id = new.case_id and decision is null;
    when 'withdrawal' then
      update review_case set first_by = new.first_by where id = new.case_id and decision is null;
    when 'top_up_case' then
      update review_case set first_by = new.first_by, amount = movement.amount from movement
      where review_case.id = new.id and decision is null and movement.owner = new.owner and movement.id = new.movement;
  end case;
  return null;
end $$;
revoke execute on function note_in_queue() from public;
create trigger note_in_queue after insert on withdrawal_count for each row execute function note_in_queue();
create trigger note_in_queue after update of first_by on withdrawal for each row execute function note_in_queue();
create trigger note_in_queue after insert or update of first_by on top_up_case for each row execute function note_in_queue();

update review_case set amount = withdrawal_count.usdt, first_by = withdrawal.first_by
from withdrawal_count, withdrawal
where withdrawal_count.case_id = review_case.id and withdrawal.case_id = review_case.id and decision is null;
update review_case set amount = movement.amount, first_by = top_up_case.first_by
from top_up_case join movement on movement.owner = top_up_case.owner and movement.id = top_up_case.movement
where top_up_case.id = review_case.id and decision is null;

-- migrate:down

/**
 * Run by the owner for tests of the books themselves: the application may then post every kind without restrictions.
 */
export const mayPostAnything = `
  insert into posting_right (role, kind) select 'glasshouse_app', code from posting_kind
  on conflict (role, kind) do update set held_to = null`;

/** Run by the owner for tests that move the clock: the database then accepts any time. */
export const clockMayTurn = `
  create or replace function clocks_differ() returns interval language sql immutable as $$ select interval '1000 years' $$`;
export const clockIsTheDatabases = clockMayTurn.replace('1000 years', '5 minutes');

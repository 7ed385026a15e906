/** For the owner to run where the books themselves are tried: the application may then post every kind, whatever it means. */
export const mayPostAnything = `
  insert into posting_right (role, kind) select 'glasshouse_app', code from posting_kind
  on conflict (role, kind) do update set held_to = null`;

/** For the owner to run where a clock is turned: the database then believes every moment it is told. */
export const clockMayTurn = `
  create or replace function clocks_differ() returns interval language sql immutable as $$ select interval '1000 years' $$`;
export const clockIsTheDatabases = clockMayTurn.replace('1000 years', '5 minutes');

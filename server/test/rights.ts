/** For the owner to run where the books themselves are tried: the application may then post every kind, whatever it means. */
export const mayPostAnything = `
  insert into posting_right (role, kind) select 'glasshouse_app', code from posting_kind
  on conflict (role, kind) do update set held_to = null`;

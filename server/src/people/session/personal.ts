import type { Personal } from '#platform/http/personal.ts';
import * as table from './sql.ts';

/** Where the account is logged in. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await table.sessionsOf(tx, id, new Date(0));
  yield { name: 'sessions.json', json: rows.map(({ id: _, ...session }) => session) };
};

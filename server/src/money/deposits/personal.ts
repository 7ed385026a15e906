import type { Personal } from '#platform/http/personal.ts';
import * as table from './sql.ts';

const most = 1000;

/** Each receipt that somebody submitted, with the address it was for and what was decided. The pictures are among all uploaded ones. */
export const personal: Personal = async function* (tx, { id }) {
  yield { name: 'top-ups.json', json: await table.casesOf(tx, id, most) };
};

import { maxShares } from '@glasshouse/protocol/shares/calls';
import type { Personal } from '#platform/http/personal.ts';
import { sharesOf } from './sql.ts';

/** Which receipts somebody shows to others. What opens them is nobody's to read in a file. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await sharesOf(tx, id, maxShares);
  yield { name: 'shares.json', json: rows.map(({ id: _, ...share }) => share) };
};

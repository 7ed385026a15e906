import { coinById } from '@glasshouse/protocol/market/coins';
import type { Personal } from '#platform/http/personal.ts';
import { favouritesOf } from './sql.ts';

/** The coins that somebody marked. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await favouritesOf(tx, id);
  yield { name: 'favourites.json', json: rows.flatMap(({ symbol }) => coinById(symbol)?.symbol ?? []) };
};

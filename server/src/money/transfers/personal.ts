import type { Personal } from '#platform/http/personal.ts';
import { asks } from './sql.ts';

/** How somebody wants to send; what was sent and received is among all movements. */
export const personal: Personal = async function* (tx, { id }) {
  yield { name: 'transfers.json', json: { askForTradePassword: await asks(tx, id) } };
};

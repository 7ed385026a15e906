import { inPages, type Personal } from '#platform/http/personal.ts';
import * as table from './sql.ts';

type Event = Awaited<ReturnType<typeof table.eventsOf>>[number];

/** Everything that changed the credit score. */
export const personal: Personal = async function* (tx, { id }) {
  yield {
    name: 'credit.csv',
    rows: inPages<Event>(
      ['at', 'kind', 'change', 'score', 'reason'],
      (last, most) => table.eventsOf(tx, id, last?.step, most),
      ({ at, kind, change, score, reason }) => [at.toISOString(), kind, String(change), String(score), reason ?? ''],
    ),
  };
};

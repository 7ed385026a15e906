import { uuidForm } from '@glasshouse/protocol/uuid';
import { sql } from 'kysely';
import { momentOf, type Timeline } from '#platform/observability/timeline.ts';
import * as table from './sql.ts';

const prefix = 'security:';
const [firstId, lastId] = ['0', 'f'].map((digit) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit));

/** Log-ins and security changes of a user: not from where, and not who opened papers. */
export const timeline: Timeline = async (tx, { id: person }, before, most) => {
  // Of the moment at which the page before ended, what has a smaller key is left.
  const own = before?.key.startsWith(prefix) ? before.key.slice(prefix.length) : undefined;
  // A place that was not given out by a page before is nobody's.
  if (own !== undefined && !uuidForm.test(own)) return [];
  const last = own ?? (before && before.key > prefix ? lastId! : firstId!);
  const rows = await table.seenBefore(tx, person, before ? momentOf(before.micros) : sql<null>`null`, last, most);
  return rows.map(({ id, at, micros, kind, detail, device, times }) => ({
    ...{ at, micros, kind, times, key: `${prefix}${id}` },
    state: detail,
    text: device || null,
  }));
};

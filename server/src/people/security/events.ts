import type { Kind } from '@glasshouse/protocol/security/kinds';
import { uuidForm } from '@glasshouse/protocol/uuid';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { Caller } from '#platform/http/http.ts';
import { momentOf, type Timeline } from '#platform/observability/timeline.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import { job } from '#platform/runtime/jobs.ts';
import * as table from './sql.ts';

/** The time and origin of an action. */
export type Place = Pick<Caller, 'now' | 'address' | 'device'>;
const longestDevice = 512;

const eventOf = ({ now, address, device }: Place, person: string, kind: Kind, detail: string | null) => ({
  id: newId(),
  person,
  at: now,
  kind,
  address,
  device: device.slice(0, longestDevice),
  detail,
});

/** Records an event of an account. */
export const note = (
  tx: Tx,
  place: Place,
  { person, kind, detail = null }: { person: string; kind: Kind; detail?: string | null },
) => table.insertEvent(tx, eventOf(place, person, kind, detail));

/** Records that a reviewer has opened a person's papers: once an hour, without naming the reviewer. */
export const papersOpened = (tx: Tx, now: Date, person: string) => table.insertPapersOpened(tx, newId(), person, now);

const together = minutes(60);

/** Records a wrong attempt. Those that follow within an hour are counted with it, from any network. */
export async function noteWrong(
  tx: Tx,
  place: Place,
  { person, kind }: { person: string; kind: 'wrong_password' | 'wrong_factor' | 'wrong_trade_password' },
): Promise<void> {
  if (!(await table.lockPerson(tx, person))) return;
  const event = eventOf(place, person, kind, null);
  if (!(await table.countAgain(tx, event, plus(place.now, -together)))) await table.insertEvent(tx, event);
}

/** A wrong password at the log-in. If there is no such account, `person` is null and the same work is done. */
export type WrongPassword = { person: string | null; at: string; address: string; device: string };
export const wrongPasswordTyped = job<WrongPassword>('note_wrong_password');

export async function noteWrongPassword(tx: Tx, { person, at, address, device }: WrongPassword): Promise<void> {
  if (person) await noteWrong(tx, { now: new Date(at), address, device }, { person, kind: 'wrong_password' });
}

const prefix = 'security:';
const [firstId, lastId] = ['0', 'f'].map((digit) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit));

/** Log-ins and security changes of a user, without their origin, and without who opened papers. */
export const timeline: Timeline = async (tx, { id: person }, before, limit) => {
  // At the time where the previous page ended, only events with a smaller key are left.
  const own = before?.key.startsWith(prefix) ? before.key.slice(prefix.length) : undefined;
  // A cursor that no page has returned has no events.
  if (own !== undefined && !uuidForm.test(own)) return [];
  const last = own ?? (before && before.key > prefix ? lastId! : firstId!);
  const rows = await table.seenBefore(tx, person, before ? momentOf(before.micros) : sql<null>`null`, last, limit);
  return rows.map(({ id, at, micros, kind, detail, device, times }) => ({
    ...{ at, micros, kind, times, key: `${prefix}${id}` },
    state: detail,
    text: device || null,
  }));
};

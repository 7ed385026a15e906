import type { Tx } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import * as table from './people-sql.ts';

export {
  countPeople,
  eventsOf,
  findPeople,
  numberOf,
  openSessions,
  personByNumber,
  signUpsByDay,
} from './people-sql.ts';

/** Why an account is frozen and since when, if it is. */
export async function freezeOf(tx: Tx, person: string): Promise<{ at: Date; reason: string } | undefined> {
  const [last] = await table.eventsOf(tx, person, 1);
  return last?.kind === 'frozen' ? { at: last.at, reason: last.reason ?? '' } : undefined;
}

type Act = Pick<OperatorCall, 'tx' | 'now' | 'record'>;

/** Freezes or unfreezes, with the reason its user reads. The user's sessions go on: they can look, and appeal. */
export async function setFrozen(
  { tx, now, record }: Act,
  { number, reason }: { number: string; reason: string | null },
  frozen: boolean,
) {
  const person = await table.holdPerson(tx, BigInt(number));
  if (!person) return err('not_found');
  const status = frozen ? 'abnormal' : 'normal';
  if (person.status === status) return err('no_change');
  await table.setStatus(tx, person.id, status);
  const kind = frozen ? 'frozen' : 'unfrozen';
  await table.insertEvent(tx, { id: newId(), person: person.id, at: now, kind, reason });
  record({ subject: `user:${number}`, before: { status: person.status }, after: { status }, reason });
  return ok({});
}

import type * as protocol from '@glasshouse/protocol/backoffice/notes';
import type { Input } from '@glasshouse/protocol/endpoint';
import type { OperatorCall } from '#platform/console/office.ts';
import { type Tx, violates } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import type { Timeline } from '#platform/observability/timeline.ts';
import * as table from './sql.ts';

/** Operators' notes about a user, or about one of their cases. */
export async function listNotes(tx: Tx, { number, case: about, before, limit }: Input<typeof protocol.listNotes>) {
  const person = await table.personByNumber(tx, BigInt(number));
  if (!person) return err('not_found');
  const found = await table.notesOf(tx, person.id, about, before, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  const list = rows.map(({ id, at, operator_name, case_id, text }) => ({
    ...{ id, text, at: at.toISOString() },
    by: operator_name,
    case: case_id,
  }));
  return ok({ list, next });
}

/**
 * Writes a note. The log records that it exists but not its text, because notes are erased with their user and the log
 * never is.
 */
export async function addNote(
  { tx, now, operator, record }: Pick<OperatorCall, 'tx' | 'now' | 'operator' | 'record'>,
  { id, number, case: about, text }: Input<typeof protocol.addNote>,
) {
  const person = await table.personByNumber(tx, BigInt(number));
  if (!person || person.deleted_at) return err('not_found');
  if (about !== null && !(await table.hasCase(tx, person.id, about))) return err('not_found');
  const by = { operator: operator.id, operator_name: operator.name };
  try {
    await table.insertNote(tx, { id, person: person.id, case_id: about, ...by, at: now, text });
  } catch (error) {
    if (violates(error, 'staff_note_pkey')) return err('id_used');
    throw error;
  }
  record({ subject: `user:${number}`, after: { note: id, case: about } });
  return ok({});
}

/** Operators' actions on an account, and their notes about it. */
export const timeline: Timeline = (tx, { id }, before, most) => table.staffActs(tx, id, before, most);

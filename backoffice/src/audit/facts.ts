import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { type Change, changesBetween } from '../lib/compare.ts';
import { isRequest } from '../lib/entries.ts';
import { inOrder, inWords, isNamed } from '../lib/fields.ts';
import { utcTime } from '../lib/times.ts';

const hasParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const inUtc = (value: string) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? utcTime(value) : value);
/** Times of the audit log are in UTC, like its filter and its file. */
const withUtc = ({ name, before, after }: Change): Change => ({ name, before: inUtc(before), after: inUtc(after) });

/** The changes of an entry, in words. Fields without a readable name are shown only in the details. */
export function factsOf(entry: AuditEntry): { changes: Change[]; isNew: boolean } {
  const { before, after } = entry;
  const isNew = !hasParts(before);
  // A request changes nothing yet, and a withdrawn or removed thing has no new values.
  if (isRequest(entry) || !hasParts(after) || after.withdrawn === true) return { changes: [], isNew };
  const isEmpty = (value: string) => value === '' || value === '–';
  const found = changesBetween(before, after).filter((each) => isNamed(each.name) && !(isNew && isEmpty(each.after)));
  const names = inOrder(found.map(({ name }) => name));
  return { changes: names.map((name) => inWords(withUtc(found.find((each) => each.name === name)!))), isNew };
}

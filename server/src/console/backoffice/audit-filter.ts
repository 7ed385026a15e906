import type { auditFilter } from '@glasshouse/protocol/backoffice/audit';
import { uuidIn } from '@glasshouse/protocol/uuid';
import type { z } from 'zod';
import { people } from '#people/people/people.ts';
import type { AuditChoice } from '#platform/console/audit.ts';
import type { Tx } from '#platform/database/db.ts';
import { operatorsNamed } from './sql.ts';

type Filter = z.output<typeof auditFilter>;

/** The subjects that a text names: a subject as the log writes it, a user, an operator or a case. */
async function subjectsNamed(tx: Tx, text: string): Promise<string[]> {
  if (text.includes(':')) return [text];
  const id = uuidIn(text);
  if (id) return [`case:${id}`, `operator:${id}`];
  const person = /^\d{1,15}$/.test(text)
    ? await people.personByNumber(tx, BigInt(text))
    : await people.personByAnyName(tx, text);
  const operators = await operatorsNamed(tx, text);
  return [...(person ? [`user:${person.number}`] : []), ...operators.map((found) => `operator:${found.id}`)];
}

/** Resolves the names in a filter. An unknown name matches no entry. */
export async function resolvedFilter(tx: Tx, { subject, operator, action }: Filter): Promise<AuditChoice> {
  return { operator, action, subjects: subject === undefined ? undefined : await subjectsNamed(tx, subject) };
}

/** A part of a file name: letters and digits, anything else as hyphens. */
const slug = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
/** The filter as part of the file name of an exported log. Subjects are named by number, as in the log. */
export function filterInName({ operator, action, subjects }: AuditChoice, operatorName: string | undefined): string {
  const parts = [
    operator && `by-${slug(operatorName ?? operator)}`,
    action && slug(action.replace(/^\/office\//, '')),
    subjects && `about-${slug(subjects[0] ?? 'nobody')}`,
  ];
  return parts.flatMap((part) => (part ? [`-${part}`] : [])).join('');
}

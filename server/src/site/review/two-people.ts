import { mayDo, rolesWith } from '@glasshouse/protocol/operators/permissions';
import type { ReviewCase } from '@glasshouse/protocol/review/office';
import type { Tx } from '#platform/database/db.ts';
import type { Operator } from '#platform/http/http.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import type { Case, First, ReviewKind } from './kinds.ts';
import { oldestColleague } from './sql.ts';

/** An operator set up less than a day ago cannot be a second person. */
const newFor = days(1);
const settledAt = (enrolledAt: Date) => plus(enrolledAt, newFor);

/** The first of two people, or null so far, as stored with withdrawals and top-ups. */
type StoredFirst = { first_by: string | null; first_by_name: string | null; first_at: Date | null };
export const firstOf = (by: { id: string; name: string }, now: Date): First => ({
  ...{ first_by: by.id, first_by_name: by.name, first_at: now },
});

type Caller = { operator: Operator; now: Date };
export type Agreement = Pick<ReviewCase, 'barred' | 'approvesFrom'> & {
  /** Two people must approve. */
  isNeeded: boolean;
};

/**
 * Whether two people must approve a case, and why this operator can't. The case shows this before anybody decides, and
 * the decision is checked against it. `above` is the amount above which two people must approve. The database checks
 * the same again.
 */
export function agreementOn(
  row: Case,
  { permission }: ReviewKind,
  above: bigint | undefined,
  { operator, now }: Caller,
): Agreement {
  const isNeeded = above !== undefined && row.amount !== null && row.amount > above;
  const free = { isNeeded, barred: null, approvesFrom: null };
  if (!isNeeded || row.decision !== null || !mayDo(operator.role, permission) || row.first_by === operator.id)
    return free;
  if (row.first_by !== null && !isFirstStill()) return { ...free, barred: 'first_gone' };
  const from = settledAt(operator.enrolledAt);
  return from > now ? { ...free, barred: 'too_new', approvesFrom: from.toISOString() } : free;

  /** An operator who has left, has another role or was set up again no longer counts. */
  function isFirstStill(): boolean {
    const { first_status: status, first_role: role, first_enrolled_at: enrolledAt } = row;
    return (
      status === 'active' &&
      rolesWith(permission).some((one) => one === role) &&
      enrolledAt !== null &&
      settledAt(enrolledAt) <= now
    );
  }
}

/**
 * Whether no other operator could approve as the second person now; `from` is when the next one can. Null if somebody
 * could, or if it doesn't matter.
 */
export async function missingSecondPerson(
  tx: Tx,
  row: Case,
  { permission }: ReviewKind,
  { isNeeded }: Agreement,
  { operator, now }: Caller,
): Promise<{ from: string | null } | null> {
  const isFirst = row.first_by === null || row.first_by === operator.id;
  if (!isNeeded || !isFirst || row.decision !== null || !mayDo(operator.role, permission)) return null;
  const found = await oldestColleague(tx, rolesWith(permission), operator.id);
  const from = found && settledAt(found.enrolled_at);
  return from && from <= now ? null : { from: from?.toISOString() ?? null };
}

/** The first approval, as fields of a case. */
export const firstFields = ({ first_by_name, first_at }: StoredFirst) => [
  ...(first_by_name ? [{ name: 'agreedFirst', value: first_by_name }] : []),
  ...(first_at ? [{ name: 'agreedFirstAt', value: first_at.toISOString() }] : []),
];

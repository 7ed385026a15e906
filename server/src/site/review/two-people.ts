import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { days, plus } from '#platform/runtime/clock.ts';

/** An operator set up today is not a second person yet. */
const newFor = days(1);

/** The first of two people to agree, as the tables of withdrawals and top-ups have it. */
export type First = { first_by: string | null; first_by_name: string | null; first_at: Date | null };
export const firstOf = (by: { id: string; name: string }, now: Date) => ({
  ...{ first_by: by.id, first_by_name: by.name, first_at: now },
});

/** Notes the first agreement, or lets the second one decide. The database checks the same again. */
export async function agree(
  { tx, now, operator }: OperatorCall,
  { first_by }: First,
  setFirst: () => Promise<unknown>,
): Promise<Result<'decide' | 'wait', 'too_new' | 'first_gone'>> {
  if (plus(operator.enrolledAt, newFor) > now) return err('too_new');
  if (first_by !== null) return (await isActive(tx, first_by)) ? ok('decide') : err('first_gone');
  await setFirst();
  return ok('wait');
}

/** The first agreement as a case shows it. */
export const firstFields = ({ first_by_name, first_at }: First) => [
  ...(first_by_name ? [{ name: 'agreedFirst', value: first_by_name }] : []),
  ...(first_at ? [{ name: 'agreedFirstAt', value: first_at.toISOString() }] : []),
];
export const firstShown = ({ first_by_name, first_at }: First) =>
  first_by_name && first_at ? { name: first_by_name, at: first_at.toISOString() } : null;

const isActive = async (tx: Tx, operator: string): Promise<boolean> =>
  (await tx.selectFrom('operator').select('status').where('id', '=', operator).executeTakeFirst())?.status === 'active';

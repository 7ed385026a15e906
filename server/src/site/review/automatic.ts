import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import type { Input } from '@glasshouse/protocol/endpoint';
import { clockKinds, countMax, type listAutomaticApprovals } from '@glasshouse/protocol/review/office';
import { dayStart } from '@glasshouse/protocol/utc-day';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { ok } from '#platform/http/result.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { automaticApprovals, clockSeconds, countAutomatic, dutyOf } from './automatic-sql.ts';
import { amountIn } from './title.ts';

/**
 * Lists the cases that were approved automatically. Reads them from the cases: a decided case never changes, and the
 * log holds only acts of operators.
 */
export async function listAutomatic(
  { tx }: OperatorCall,
  { from, until, after, limit }: Input<typeof listAutomaticApprovals>,
) {
  const span = {
    from: from === undefined ? from : dayStart(from),
    until: until === undefined ? until : plus(dayStart(until), days(1)),
  };
  const found = await automaticApprovals(tx, clockKinds, { ...span, after }, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ place, id }) => ({ at: String(place), id }));
  const list = rows.map((row) => ({
    id: row.id,
    kind: row.kind as (typeof clockKinds)[number],
    person: { number: String(row.number), username: row.username },
    amount: row.amount === null ? null : amountIn(row.title),
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at.toISOString(),
  }));
  return ok({ list, next });
}

const dayLong = days(1);
/** The operators on duty for the queues with automatic approval, and how that works in each queue. */
export const automaticReview = (
  unattendedSeconds: (tx: Tx, now: Date) => Promise<number>,
): Figure<Figures['automatic']> => ({
  read: async (tx, now) => {
    const duty = await dutyOf(tx, clockKinds, now);
    const away = duty.filter(({ present }) => !present).map(({ until }) => until.getTime());
    const [seconds, passed] = [
      await clockSeconds(tx, clockKinds, now),
      await countAutomatic(tx, clockKinds, plus(now, -dayLong), countMax),
    ];
    return {
      unattendedSeconds: await unattendedSeconds(tx, now),
      onDuty: duty.flatMap(({ name, since, present }) => (present ? [{ name, since: since.toISOString() }] : [])),
      awaySince: away.length === 0 ? null : new Date(Math.max(...away)).toISOString(),
      queues: clockKinds.map((kind) => ({
        kind,
        seconds: seconds.find((each) => each.kind === kind)!.seconds,
        passed: passed.find((each) => each.kind === kind)!.passed,
      })),
    };
  },
});

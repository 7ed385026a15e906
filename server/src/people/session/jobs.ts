import { step, type Tx } from '#platform/database/db.ts';
import { dropForgottenBrowsers } from '#platform/http/account-turns.ts';
import { dropIdleThrottles } from '#platform/http/throttle.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { dropOldSms } from '#platform/runtime/sms.ts';
import { dropOldChallenges, dropUnproved } from '../factors/factors.ts';
import { deleteExpired } from './sql.ts';

/** Deletes expired rows, so that none of these tables grows without limit. */
export async function tidy(tx: Tx, now: Date): Promise<void> {
  await deleteExpired(tx, now);
  await dropIdleThrottles(tx, now);
  await dropForgottenBrowsers(tx, now);
  await dropOldChallenges(tx, now);
  await dropUnproved(tx, now);
  await dropOldSms(tx, plus(now, -days(1)));
}

export const jobs = ({ db, clock }: JobContext) => [
  does(job('tidy'), () => step(db, (tx) => tidy(tx, clock())), '7 * * * *'),
];

import { days, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { dropOldSms } from '../platform/sms.ts';
import { dropIdleThrottles } from '../platform/throttle.ts';
import { deleteExpired } from './sql.ts';

/** Hourly: what has run out is deleted, so that none of these tables grows without end. */
export async function tidy(tx: Tx, now: Date): Promise<void> {
  await deleteExpired(tx, now);
  await dropIdleThrottles(tx, now);
  await dropOldSms(tx, plus(now, -days(1)));
}

import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { notifyInviter } from './invites.ts';
import { bookShares } from './sql.ts';

const batch = 5000;

/** Books every share that is due, beginning where it last stopped, and notifies the inviters. */
export async function shareIncome(
  db: Db,
  bus: Pick<BusOf<'worker'>, 'publish'>,
  now: Date,
  limit = batch,
): Promise<void> {
  for (;;) {
    const { looked, inviters } = await step(db, (tx) => bookShares(tx, now, limit));
    for (const inviter of inviters) notifyInviter(bus.publish, inviter);
    if (looked < limit) return;
  }
}

// Days end at midnight UTC. Postings that were in progress then are booked by one in the morning. The other hours catch
// up after downtime.
export const jobs = ({ db, clock }: JobContext, bus: BusOf<'worker'>) => [
  does(job('share_product_income'), () => shareIncome(db, bus, clock()), '0 1-23 * * *'),
];

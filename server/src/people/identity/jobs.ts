import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Files } from '../files/files.ts';
import { eraseLater, type OnPassed, publishDecision } from './decided.ts';
import { rewrapIdentities } from './sealed.ts';
import * as table from './sql.ts';

// One at a time: each may pay an inviter, and moving money of two people locks their accounts in order, which a batch
// would not do.
const batch = 1;

/** On an unattended site, passes the cases that have waited for the site's delay, and notifies their users. */
export const decideByClock =
  (onPassed: OnPassed) =>
  async (db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> => {
    for (;;) {
      const passed = await step(db, async (tx) => {
        const rows = await table.passDue(tx, now, batch);
        for (const row of rows) await eraseLater(tx, now, row);
        return rows;
      });
      for (const { number } of passed) {
        publishDecision(bus.publish, number, 'passed');
        await step(db, (tx) => onPassed(tx, bus.publish, number));
      }
      if (passed.length < batch) return;
    }
  };

/** Erases names and numbers whose time has come. Pictures expire on their own, like all files. */
export async function eraseIdentities(db: Db, now: Date): Promise<void> {
  await table.eraseDue(db, now);
}

export const jobs = ({ db, clock }: JobContext, files: Files) => [
  does(job('erase_identities'), () => eraseIdentities(db, clock()), '*/10 * * * *'),
  does(job('rewrap_identities'), () => rewrapIdentities(db, files), '4 * * * *'),
];

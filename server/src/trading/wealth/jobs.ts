import { type Db, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { countAhead } from './outlook.ts';
import * as table from './sql.ts';
import { publishHolding } from './wealth.ts';

export const jobs = ({ db, clock }: JobContext, bus: Pick<BusOf<'worker'>, 'publish'>) => [
  does(
    job('pay_products'),
    async () => {
      await payProducts(db, bus, clock);
      await countAhead(db);
    },
    '* * * * *',
  ),
];

/**
 * Orders per step. Each step is a transaction of a fraction of a second, so that others never wait long for a wallet.
 */
const atOnce = 3500;
const redeemedAtOnce = 1000;

/**
 * Books the income of every day that is over and returns what has come due. Postings and progress are written together,
 * so each order and day is booked once, however often this crashes or runs, and missed days are booked later. Pledges
 * don't wait for the end of a day. If another worker is running, it leaves the work to that one and looks again the
 * next minute.
 */
export async function payProducts(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, clock: Clock): Promise<void> {
  if (!(await step(db, table.isFree))) return;
  await redeemAll(db, bus, clock);
  while (await step(db, (tx) => table.accrue(tx, clock(), atOnce)));
  await redeemAll(db, bus, clock);
}

async function redeemAll(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, clock: Clock): Promise<void> {
  for (;;) {
    const redeemed = await step(db, (tx) => table.redeem(tx, clock(), redeemedAtOnce));
    for (const { owner, id } of redeemed) publishHolding(bus.publish, owner, id);
    if (redeemed.length < redeemedAtOnce) return;
  }
}

import { startSettling } from '../server/src/orders/jobs.ts';
import { openBus } from '../server/src/platform/bus.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDb, openPool } from '../server/src/platform/db.ts';
import { createLog } from '../server/src/platform/log.ts';
import { endings } from '../server/src/roles/products.ts';

// A settler as the role `settle` starts it, that also tells its parent what it has booked.
export type Booked = { ready: true } | { count: number; exitSlot: number | undefined; at: number };
const tell = (booked: Booked) => process.send!(booked);

const url = process.env.SETTLE_DATABASE_URL!;
const log = createLog('warn');
const bus = openBus(process.env.NATS_URL!, url, log);
await bus.opened;
startSettling({
  endings,
  db: openDb(openPool(url, 2 * endings.length, () => {})),
  bus,
  clock: systemClock,
  log,
  onSettled: ({ count, exitSlot }) => tell({ count: Number(count), exitSlot, at: Date.now() }),
});
// A settler does not outlive whom it tells.
process.once('disconnect', () => process.exit());
tell({ ready: true });

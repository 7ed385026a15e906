import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { openBus } from '../server/src/platform/runtime/bus.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { endings } from '../server/src/roles/products.ts';
import { startSettling } from '../server/src/trading/orders/jobs.ts';

// A settler started like the role `settle`. It also reports its bookings to its parent.
export type BookedMessage = { ready: true } | { count: number; exitSlot: number | undefined; at: number };
const tell = (booked: BookedMessage) => process.send!(booked);

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
// A settler ends with its parent.
process.once('disconnect', () => process.exit());
tell({ ready: true });

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dayOf, firstSlotOf, msOf, slotAt } from '../protocol/src/market/tape.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { exportedProducts } from '../server/src/roles/products.ts';
import { exportSettlements } from '../server/src/trading/orders/orders.ts';

const database = process.env.DATABASE_NAME ?? 'glasshouse';
const { positionals, refuse } = readArguments({
  usage: 'npm run settlements -- YYYY-MM-DD [FILE]',
  about:
    'Writes the settlements of a UTC day without names, for glasshouse-verify settlements FILE. The database is named by DATABASE_NAME.',
  takes: [1, 2],
});
const [date = '', name = `settlements-${date}.txt`] = positionals;
const began = Date.parse(`${date}T00:00:00Z`);
if (Number.isNaN(began)) refuse(`Not a day: ${date}`);

const day = dayOf(slotAt(began));
const span = { first: firstSlotOf(day), last: firstSlotOf(day + 1) - 1 };
const pool = openPool(urlFor(database, appRole), 1, (error) => console.error(error.message));
const out = createWriteStream(name);
const write = async (text: string) => {
  if (!out.write(text)) await once(out, 'drain');
};
const { count, through } = await exportSettlements(openDb(pool), exportedProducts, span, write);
out.end();
await once(out, 'finish');
await pool.end();
if (through < span.first) throw new Error(`Nothing of ${date} is settled yet`);
console.log(`${name}: ${count} orders accepted up to ${new Date(msOf(through)).toISOString()}`);

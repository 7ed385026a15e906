import { checkBooks, replaceAlarms } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { environment } from '../server/src/platform/runtime/environment.ts';

readArguments({
  usage: 'npm run books',
  about: 'Recomputes every balance of DATABASE_URL from the postings, and raises or clears the alarm.',
});
const url = environment.DATABASE_URL ?? 'postgres://glasshouse_app@127.0.0.1:5432/glasshouse';
const db = openDb(openPool(url, 1, () => {}, { timeout: 0 })); // reads everything, without a time limit
const { accounts, legs, currencies, drift } = await checkBooks(db);
await replaceAlarms(db, systemClock(), drift);
await db.destroy();
for (const { account, balance, legs } of drift) console.log(`drift account=${account} balance=${balance} legs=${legs}`);
const state = drift.length === 0 ? 'ok' : 'FAILED';
console.log(`books ${state} accounts=${accounts} legs=${legs} currencies=${currencies} drift=${drift.length}`);
process.exitCode = drift.length === 0 ? 0 : 1;

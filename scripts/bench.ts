import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { startPostgres } from './postgres.ts';

const benches: Record<string, () => Promise<void>> = {
  ledger: async () => (await import('../bench/ledger.ts')).benchLedger(),
  fanout: async () => (await import('../bench/fanout.ts')).benchFanout(),
  tape: async () => (await import('../bench/tape.ts')).benchTape(),
  settle: async () => (await import('../bench/settle.ts')).benchSettle(),
  settlements: async () => (await import('../bench/settlements.ts')).benchSettlements(),
  records: async () => (await import('../bench/records.ts')).benchRecords(),
  accrual: async () => (await import('../bench/accrual.ts')).benchAccrual(),
  log: async () => (await import('../bench/log.ts')).benchLog(),
  capacity: async () => (await import('../bench/capacity.ts')).benchCapacity(),
  orders: async () => (await import('../bench/orders.ts')).benchOrders(),
  load: async () => (await import('../bench/load.ts')).benchLoad(),
};

const { positionals, choose } = readArguments({
  usage: 'npm run bench -- BENCH',
  about: `Takes one measurement on a dedicated PostgreSQL server, which is removed afterwards.
Benches: ${Object.keys(benches).join(' ')}`,
  takes: [1, 1],
});
const name = positionals[0]!;
const bench = choose(benches, name);
// Settings of a server with such a load, the same for both sides of a comparison. Commits still wait for the disk.
const sized = ['shared_buffers=1GB', 'max_wal_size=8GB', 'max_connections=200'];
// A comparison needs a server without background work; a capacity measurement has to include it.
const settings = name === 'capacity' ? sized : [...sized, 'checkpoint_timeout=30min', 'autovacuum=off'];
const postgres = await startPostgres(settings);
// The database modules read this on import, so the bench is imported afterwards.
process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
process.env.PATH = `${postgres.bin}:${process.env.PATH}`;
try {
  await bench();
} finally {
  await postgres.stop();
}

import { startPostgres } from './postgres.ts';

// `npm run bench -- ledger`: one measurement, on a PostgreSQL server of its own that is gone afterwards.
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

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) throw new Error(`Say which bench to run: ${Object.keys(benches).join(' ')}`);
// As a server with such a load has them, for all sides of a comparison alike. Commits still wait for the disk.
const sized = ['shared_buffers=1GB', 'max_wal_size=8GB', 'max_connections=200'];
// What compares two sides wants quiet between them; what says how much is carried has to clean up as any server does.
const settings = name === 'capacity' ? sized : [...sized, 'checkpoint_timeout=30min', 'autovacuum=off'];
const postgres = await startPostgres(settings);
// Read when the database's modules are loaded, which is why the bench is imported only now.
process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
process.env.PATH = `${postgres.bin}:${process.env.PATH}`;
try {
  await bench();
} finally {
  await postgres.stop();
}

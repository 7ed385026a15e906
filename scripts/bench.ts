import { startCluster } from './cluster.ts';

// `npm run bench -- ledger`: one measurement, on a PostgreSQL server of its own that is gone afterwards.
const benches: Record<string, () => Promise<void>> = {
  ledger: async () => (await import('../bench/ledger.ts')).benchLedger(),
  fanout: async () => (await import('../bench/fanout.ts')).benchFanout(),
  tape: async () => (await import('../bench/tape.ts')).benchTape(),
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) throw new Error(`Say which bench to run: ${Object.keys(benches).join(' ')}`);
const cluster = await startCluster();
// Read when the database's modules are loaded, which is why the bench is imported only now.
process.env.ADMIN_DATABASE_URL = cluster.adminUrl;
process.env.PATH = `${cluster.bin}:${process.env.PATH}`;
try {
  await bench();
} finally {
  await cluster.stop();
}

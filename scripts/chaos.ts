import { startPostgres } from './postgres.ts';

// `npm run chaos -- ledger`: one fault drill, on a PostgreSQL server of its own that is gone afterwards.
const drills: Record<string, () => Promise<void>> = {
  ledger: async () => (await import('../chaos/ledger.ts')).drillLedger(),
  tape: async () => (await import('../chaos/tape.ts')).drillTape(),
  doors: async () => (await import('../chaos/doors.ts')).drillDoors(),
  money: async () => (await import('../chaos/money.ts')).drillMoney(),
  accrual: async () => (await import('../chaos/accrual.ts')).drillAccrual(),
  cluster: async () => (await import('../chaos/cluster.ts')).drillCluster(),
  restore: async () => (await import('../chaos/restore.ts')).drillRestore(),
  settle: async () => (await import('../chaos/settle.ts')).drillSettle(),
  keys: async () => (await import('../chaos/keys.ts')).drillKeys(),
  upgrade: async () => (await import('../chaos/upgrade.ts')).drillUpgrade(),
};

const name = process.argv[2] ?? '';
const drill = drills[name];
if (!drill) throw new Error(`Say which drill to run: ${Object.keys(drills).join(' ')}`);
// These have servers of their own, set up as they are deployed.
if (name === 'cluster' || name === 'restore') {
  await drill();
  process.exit();
}
const postgres = await startPostgres();
// Read when the database's modules are loaded, which is why the drill is imported only now.
process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
try {
  await drill();
} finally {
  await postgres.stop();
}

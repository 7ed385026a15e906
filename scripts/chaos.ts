import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { end } from '../server/test/child.ts';
import { install } from './debian.ts';
import { startPostgres } from './postgres.ts';

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

/** Debian packages that a drill needs in addition to PostgreSQL and NATS. */
const packages: Record<string, readonly string[]> = {
  cluster: ['haproxy', 'patroni', 'python3-etcd', 'etcd-server', 'etcd-client', 'nftables', 'iproute2'],
  upgrade: ['haproxy'],
};

const { positionals, choose } = readArguments({
  usage: 'npm run chaos -- DRILL',
  about: `Injects faults into a site on a dedicated PostgreSQL server, which is removed afterwards.
Drills: ${Object.keys(drills).join(' ')}`,
  takes: [1, 1],
});
const name = positionals[0]!;
const drill = choose(drills, name);
await install(...(packages[name] ?? []));
// These drills start their own servers, set up as in a deployment.
if (name === 'cluster' || name === 'restore') {
  await drill();
  await end(Number(process.exitCode ?? 0));
}
const postgres = await startPostgres();
// The database modules read this on import, so the drill is imported afterwards.
process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
try {
  await drill();
} finally {
  await postgres.stop();
}

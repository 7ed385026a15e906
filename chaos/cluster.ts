import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { onInterrupt } from '../server/test/child.ts';
import { openMachines } from './cluster-machines.ts';

// Three machines as in `deploy/three-machines`: PostgreSQL under Patroni, etcd, NATS, a proxy on each, and two of every
// role. Users trade through the proxies while programs are killed or paused, a machine is cut off and a disk is full.
// Every fault happens once, then some again in the order given by the seed.
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 26);
const seed = Number(process.env.SEED ?? 20261117);
const logins = ['owner', 'app', 'feed', 'settle', 'office', 'log', 'push', 'health'];

/** Prints one line at the end: `cluster lost=0 doubled=0 drift=0 gap_max=Ns ...`. */
export async function drillCluster(): Promise<void> {
  const machines = openMachines();
  const close = onInterrupt(async () => machines.close());
  process.once('exit', close);
  for (const machine of machines.all) {
    machine.start('etcd', { program: 'sh', args: ['deploy/three-machines/etcd.sh'] });
    machine.start('nats', { program: 'nats-server', args: ['-c', machine.fill('nats.conf')] });
    machine.start('haproxy', { program: 'haproxy', args: ['-db', '-f', machine.fill('haproxy.cfg')] });
    const patroni = { program: '/usr/bin/patroni', args: [machine.fill('patroni.yml')], as: 'postgres' };
    machine.start('patroni', patroni);
  }
  const { primaryOf, whole } = await import('./cluster-faults.ts');
  const first = await primaryOf(machines.all);
  await whole(machines.all);
  // The database modules read this on import, so everything else is imported afterwards.
  const passwords = Object.fromEntries(logins.map((name) => [name, randomBytes(16).toString('hex')]));
  const at = (host: string, user: string, password: string, database = 'glasshouse') =>
    `postgres://${user}:${password}@${host}/${database}?sslmode=verify-full&sslrootcert=${machines.trust}`;
  process.env.ADMIN_DATABASE_URL = at(
    `${first.address}:5432`,
    'postgres',
    machines.secrets.POSTGRES_PASSWORD!,
    'postgres',
  );
  for (const name of logins) {
    const line = name === 'app' ? 'DATABASE_URL' : `${name.toUpperCase()}_DATABASE_URL`;
    process.env[line] = at('127.0.0.1:5000', `glasshouse_${name}`, passwords[name]!);
  }
  const { runSite } = await import('./cluster-site.ts');
  try {
    await runSite({ machines, rounds, seed });
  } finally {
    await wait(100);
    process.off('exit', close);
    if (process.env.KEEP_MACHINES !== '1') await close();
  }
}

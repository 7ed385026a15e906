import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';
import { root, run } from './run.ts';

// `npm run mutants`: changes the code of the ledger and of money in hundreds of small ways and sees whether a test notices.
// The changes are made in a copy of the tree and tried on a PostgreSQL server of their own, so that nobody else meets them.
const copy = await mkdtemp(join(tmpdir(), 'glasshouse-mutants-'));
const left = ['node_modules', '.git', 'artifacts', '.tsc'].map((name) => `--exclude=./${name}`).join(' ');
const steps = [
  `cp -al ${root}node_modules ${copy}/node_modules`, // linked, because nothing writes there
  `tar -C ${root} ${left} -cf - . | tar -C ${copy} -xf -`,
];
const cluster = await startCluster();
try {
  for (const step of steps) {
    const { code, output } = await run('sh', ['-c', step]);
    if (code !== 0) throw new Error(output);
  }
  const { code } = await run('stryker', ['run'], {
    cwd: copy,
    show: true,
    env: { ...process.env, ADMIN_DATABASE_URL: cluster.adminUrl },
  });
  process.exitCode = code;
} finally {
  await cluster.stop();
  await rm(copy, { recursive: true });
}

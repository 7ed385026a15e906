import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { onInterrupt, startChild, stopChild } from '../server/test/child.ts';
import * as machine from './empty-machine.ts';
import { fillIn, stepsOf, testedSections } from './page-steps.ts';
import { freePorts } from './ports.ts';
import { must, root } from './run.ts';

readArguments({
  usage: 'npm run try-page',
  about: `Follows the pages on installing, backing up and restoring one machine in docs/how-to line by line, as committed, on an empty machine
with Debian's packages only; a visitor then registers, trades and recomputes the receipt. Repeats the visit after a restart of the machine, and
after a backup, the loss of a table and a restore.
Needs root. KEEP_MACHINE=1 keeps the machine: podman exec -it glasshouse_machine bash`,
});
const site = 'glasshouse.localhost';
const home = '/root';

async function startMail(host: string): Promise<{ child: ChildProcess; smtp: string; http: string }> {
  const port = await freePorts();
  const args = ['scripts/mail-sink.ts', `${port}`, `${port + 1}`, host];
  const child = startChild(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return { child, smtp: `smtp://${host}:${port}`, http: `http://${host}:${port + 1}` };
}

/** The steps of a section, as committed. */
async function stepsIn(section: keyof typeof testedSections): Promise<string[]> {
  const [page, heading, only] = testedSections[section];
  return stepsOf(await must('git', ['show', `HEAD:${page}`]), heading, only);
}

/** Runs every step in the folder that the previous step ended in. Returns the output of the last one. */
async function follow(steps: readonly string[], from = home): Promise<string> {
  const [where, kept] = ['/root/.where', join(machine.machineRoot, 'root/.where')];
  let [folder, said] = [from, ''];
  for (const [index, step] of steps.entries()) {
    const began = performance.now();
    const { code, output } = await machine.type(`${step}\ncode=$?; pwd > ${where}; exit $code`, folder);
    if (code !== 0) throw new Error(`step ${index + 1} of the page fails: ${step}\n${output.slice(-4000)}`);
    folder = readFileSync(kept, 'utf8').trim();
    said = output;
    console.log(`step ${index + 1} (${((performance.now() - began) / 1000).toFixed(0)} s): ${step}`);
  }
  return said;
}

/** Runs a command for which the site's names resolve to that machine and the proxy's authority is trusted. */
async function arrive(args: string[]): Promise<string> {
  const data = '/var/lib/containers/storage/volumes/one-machine_certificates/_data/pki/authorities/local/root.crt';
  const authority = join(machine.machineRoot, data);
  for (let tries = 0; !existsSync(authority); tries++) {
    if (tries > 120) throw new Error('the proxy made no certificate within two minutes');
    await wait(1000);
  }
  const { machine: address } = await machine.addressOf();
  const hosts = join(root, 'artifacts/machine/hosts');
  await writeFile(hosts, `127.0.0.1 localhost\n${address} ${site} office.${site} witness.${site}\n`);
  const inside = ['-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts, process.execPath, ...args];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  return must('unshare', ['--mount', 'sh', ...inside], { env });
}

/**
 * Waits for the first backup, drops a table, and restores the state of the moment before. Returns the number of steps
 * on the page.
 */
async function restore(): Promise<number> {
  const folder = `${home}/glasshouse/deploy/one-machine`;
  const ask = (question: string) =>
    follow([`podman exec one-machine_postgres_1 psql -h /tmp -U postgres -d glasshouse -Atc "${question}"`], folder);
  const firstBackup = await stepsIn('firstBackup');
  await follow(firstBackup, folder);
  await wait(10_000);
  const moment = (await ask('select clock_timestamp()')).trim();
  await wait(1000);
  await ask('drop table contract cascade');
  const back = (await stepsIn('restore')).join('\n');
  const [example] = /(?<=--target=')[^']+/.exec(back) ?? [];
  if (!example) throw new Error('the page names no moment to restore');
  const steps = [...back.replace(example, moment).split('\n'), ...(await stepsIn('verify')), 'podman-compose up -d'];
  await follow(steps, folder);
  return firstBackup.length + steps.length;
}

async function tryPage(): Promise<string> {
  const began = performance.now();
  await machine.startMachine();
  const { here } = await machine.addressOf();
  const mail = await startMail(here);
  try {
    const files = Math.min(await machine.openFiles(), 60_000); // the example's limit, or the maximum allowed
    const steps = fillIn(await stepsIn('install'), {
      URL: '/srv/glasshouse.git',
      SITE: site,
      'site.env.example > .env': `site.env.example | sed 's/^OPEN_FILES=.*/OPEN_FILES=${files}/' > .env`,
      'smtps://USER:PASSWORD@mail.example': mail.smtp,
      NAME: 'Olga',
      EMAIL: `olga@${site}`,
    });
    const link = await follow(steps);
    if (!link.includes(`https://office.${site}/`)) throw new Error(`no link for the first owner:\n${link}`);
    const visit = ['scripts/try-site.ts', `https://${site}`, mail.http];
    console.log(await arrive(visit));
    for (const name of ['office', 'witness'])
      await arrive(['-e', `fetch('https://${name}.${site}').then(({ ok }) => process.exit(ok ? 0 : 1))`]);
    await machine.restartMachine();
    console.log(`after the restart\n${await arrive(visit)}`);
    const more = await restore();
    console.log(`after the restore\n${await arrive(visit)}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return `try-page: steps=${steps.length + more} seconds=${seconds} receipt=matches faults=0`;
  } finally {
    await stopChild(mail.child);
  }
}

await must('bash', ['scripts/containers.sh']);
const remove = onInterrupt(async () => {
  if (!process.env.KEEP_MACHINE) await machine.removeMachine();
});
try {
  console.log(await tryPage());
} catch (error) {
  console.log((error as Error).message);
  console.log((await machine.type('podman ps -a', home)).output);
  console.log('try-page: receipt=none faults=1');
  process.exitCode = 1;
} finally {
  await remove();
}

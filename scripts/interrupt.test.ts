import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { adminUrl } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/database/db.ts';
import { startChild, stopChild } from '../server/test/child.ts';
import { until } from '../server/test/until.ts';
import { freePorts } from './ports.ts';
import { answers, root } from './run.ts';

type Running = { pid: number; started: string; command: string; children: number[] };

/** The process with this pid, unless it has ended. */
function find(pid: number): Running | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain any character. The state follows it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return state === 'Z' ? undefined : { pid, started: fields[18]!, command, children };
  } catch {
    return undefined;
  }
}

/** All children of a process, their children, and so on. */
function descendantsOf(pid: number): Running[] {
  const children = find(pid)?.children.map(find) ?? [];
  return children.flatMap((child) => (child ? [child, ...descendantsOf(child.pid)] : []));
}

const isLeft = ({ pid, started }: Running) => find(pid)?.started === started;

/** Starts a command, waits until it runs all of these programs, and returns its descendants. */
async function startTree(program: string, args: string[], programs: RegExp[]) {
  const child = startChild(program, args, { cwd: root, stdio: 'ignore', detached: true });
  onTestFinished(() => stopChild(child));
  const tree = await until(() => {
    if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} exited with code ${child.exitCode}`);
    const found = descendantsOf(child.pid!);
    return programs.every((one) => found.some(({ command }) => one.test(command))) ? found : undefined;
  }, 60);
  return { child, tree };
}

const ended = (tree: readonly Running[]) => until(() => !tree.some(isLeft));
const node = (script: string) => ['--input-type=module', '-e', script];

const servers = [/postgres -D/, /^nats-server/];
function dataOf(tree: readonly Running[]): string {
  const [, data] = tree.map(({ command }) => /postgres -D (\S+)/.exec(command)).find(Boolean)!;
  return dirname(data!);
}

// On other systems, a child survives its killed parent.
const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('an interrupted bench stops its servers and removes their data', async () => {
  const { child, tree } = await startTree('npm', ['run', 'bench', '--', 'tape'], servers);
  const folder = dataOf(tree);
  expect(existsSync(folder)).toBe(true);
  process.kill(-child.pid!, 'SIGINT'); // as a terminal does on Ctrl-C: to the entire process group
  await ended(tree);
  expect(existsSync(folder)).toBe(false);
});

onLinux('an interrupted test run stops its server and removes its data', async () => {
  const { child, tree } = await startTree('npm', ['test', '--', 'server/src/site/site'], [/postgres -D/]);
  const folder = dataOf(tree);
  process.kill(-child.pid!, 'SIGINT');
  await ended(tree);
  await until(() => !existsSync(folder));
});

onLinux('the servers of a killed bench end with it', async () => {
  const { child, tree } = await startTree(process.execPath, ['scripts/bench.ts', 'tape'], servers);
  onTestFinished(() => rmSync(dataOf(tree), { recursive: true, force: true }));
  child.kill('SIGKILL');
  await ended(tree);
});

onLinux('a forked process ends with its killed parent', async () => {
  const port = await freePorts();
  const fork = `(await import('./server/test/child.ts')).forkChild('scripts/mail-sink.ts', [${port}, ${port + 1}])`;
  const { child, tree } = await startTree(process.execPath, node(fork), [/^\S+node scripts\/mail-sink/]);
  await until(() => answers('127.0.0.1', port + 1));
  child.kill('SIGKILL');
  await ended(tree);
});

onLinux('a terminated browser-test stack stops its server and drops its database', async () => {
  const name = `interrupt_${process.pid}`;
  const stack = `{ name: '${name}', port: ${await freePorts()}, webRoot: 'web' }`;
  const open = `await (await import('./scripts/stack.ts')).openStack(${stack})`;
  const { child, tree } = await startTree(process.execPath, node(open), [/main\.ts all/]);
  const pool = openPool(adminUrl, 1, () => {});
  onTestFinished(() => pool.end());
  const databases = async () =>
    (await pool.query('select from pg_database where datname like $1', [`glasshouse_${name}_%`])).rowCount;
  expect(await databases()).toBe(1);
  child.kill('SIGTERM');
  await ended([...tree, find(child.pid!)!]);
  expect(await databases()).toBe(0);
});

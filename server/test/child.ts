import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Child processes that never outlive the process that starts them, for tests, benches, drills and the development server. On Linux the
// kernel signals a child when its parent ends, even after SIGKILL. An interrupted parent stops its children and cleans up first.
const canFollow = process.platform === 'linux';
type Following = {
  /** The signal that stops it, without SIG. The kernel sends the same one when this process ends. */
  signal?: 'TERM' | 'QUIT' | 'KILL';
  /** The user it runs as, if this process is root. */
  user?: string | undefined;
  /** Other children need it until they end: a clean-up stops it, after all of them. */
  stopsLast?: boolean;
};

/** The arguments of `setpriv` for a command that ends with this process. */
export const setprivArgs = ({ signal = 'TERM', user }: Following = {}): string[] => [
  ...(user ? ['--reuid', user, '--regid', user, '--init-groups'] : []),
  ...['--pdeathsig', signal, '--'],
];

/** At another time (`npm run test-at`) a child with its own environment has the same clock as this process. */
const isOfClock = (name: string) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME');
const clock = Object.fromEntries(Object.entries(process.env).filter(([name]) => isOfClock(name)));
export const isAtAnotherMoment = 'FAKETIME' in clock;
const withClock = <T extends SpawnOptions>(options: T): T =>
  options.env ? { ...options, env: { ...options.env, ...clock } } : options;

/** Starts a program that ends with this process. */
export function startChild(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
  following: Following = {},
): ChildProcess {
  // Ctrl-C reaches all processes of a terminal's group; what stops last is not in it.
  const all = { ...withClock(options), ...(following.stopsLast && { detached: true }) };
  const child = canFollow
    ? spawn('setpriv', [...setprivArgs(following), program, ...args], all)
    : spawn(program, args, all);
  return follow(child, following);
}

/** Starts a TypeScript file that exchanges messages with this process and ends with it. */
export function forkChild(file: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  const through = canFollow
    ? { execPath: 'setpriv', execArgv: [...setprivArgs(), process.execPath] }
    : { execArgv: [] };
  return follow(fork(file, args, { ...withClock(options), ...through }));
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Sends a process a signal, and waits until it has ended. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

const children = new Map<ChildProcess, Following>();

function follow(child: ChildProcess, following: Following = {}): ChildProcess {
  listen();
  children.set(child, following);
  child.once('exit', () => children.delete(child));
  return child;
}

// The server's own limit for stopping is 10 s.
const stopWithin = 12_000;

function signalAll(): void {
  for (const [child, { signal = 'TERM' }] of children) child.kill(`SIG${signal}`);
}

async function stopAll(): Promise<void> {
  const first = [...children].filter(([, { stopsLast }]) => !stopsLast);
  const late = setTimeout(() => {
    for (const [child] of first) child.kill('SIGKILL');
  }, stopWithin);
  await Promise.all(first.map(([child, { signal = 'TERM' }]) => stopChild(child, `SIG${signal}`)));
  clearTimeout(late);
}

const cleanUps: (() => Promise<void>)[] = [];

/**
 * Runs a clean-up when this process is interrupted or terminated: after its children have stopped, latest clean-up first. Returns a
 * function that runs it now instead, once.
 */
export function onInterrupt(cleanUp: () => Promise<void>): () => Promise<void> {
  listen();
  let done: Promise<void> | undefined;
  const once = () => {
    done ??= cleanUp().finally(() => cleanUps.splice(cleanUps.indexOf(once), 1));
    return done;
  };
  cleanUps.push(once);
  return once;
}

const folders = new Set<string>();
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

/** Makes a temporary folder, which is also removed when this process is interrupted. */
export async function makeFolder(prefix: string, parent = tmpdir()) {
  const folder = await mkdtemp(join(parent, prefix));
  folders.add(folder);
  const remove = onInterrupt(async () => {
    await rm(folder, removal);
    folders.delete(folder);
  });
  return { folder, remove };
}

/** For a test runner that exits on Ctrl-C without waiting for clean-ups. */
function endAtOnce(): void {
  if (folders.size === 0) return;
  signalAll();
  for (const folder of folders) rmSync(folder, removal);
}

let ending: Promise<void> | undefined;

/** Whether this process is stopping its children: they should not be started again. */
export const isEnding = (): boolean => ending !== undefined;

/** Stops all children, cleans up, and exits. */
export function end(code: number): Promise<void> {
  ending ??= endNow(code);
  return ending;
}

async function endNow(code: number): Promise<void> {
  // Work in progress fails when its servers stop. That must not end this process before it has cleaned up.
  process.on('uncaughtException', () => {});
  await stopAll();
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch(complain);
  process.exit(code);
}

const complain = (error: unknown) => void process.stderr.write(`clean-up failed: ${error}\n`);

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  // Not `once`: npm repeats the SIGINT that the terminal has already sent to all its processes.
  process.on('SIGINT', () => end(130)).on('SIGTERM', () => end(143));
  process.on('exit', canFollow ? endAtOnce : signalAll);
  if (process.env.npm_lifecycle_event) endWithNpm();
}

/** npm runs a script in a shell and passes signals to that shell only, which ends without passing them on. */
function endWithNpm(): void {
  const first = startedBy();
  setInterval(() => {
    if (startedBy() !== first) end(143);
  }, 500).unref();
}

/** The parent of this process, and the parent's parent if the parent is a shell. */
function startedBy(): string {
  const parent = process.ppid;
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

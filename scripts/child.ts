import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

// Processes that never outlive the one that starts them. On Linux the kernel sends them a signal when it ends, even after SIGKILL.
const canFollow = process.platform === 'linux';
type Following = {
  /** The signal it gets when this process ends. */
  signal?: string;
  /** The user it runs as, if this process is root. */
  user?: string | undefined;
};
const setpriv = ({ signal = 'TERM', user }: Following = {}): string[] => [
  ...(user ? ['--reuid', user, '--regid', user, '--init-groups'] : []),
  ...['--pdeathsig', signal, '--'],
];

/** Starts a program that ends with this process. */
export const startChild = (
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
  following: Following = {},
): ChildProcess =>
  canFollow ? spawn('setpriv', [...setpriv(following), program, ...args], options) : spawn(program, [...args], options);

/** Asks a process to stop, and waits until it has. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

const cleanups: (() => Promise<unknown>)[] = [];

/**
 * Runs a clean-up when this process is interrupted or terminated, latest first. Returns a function that runs it now instead, once.
 */
export function onInterrupt(cleanUp: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const once = () => {
    done ??= cleanUp();
    return done;
  };
  if (cleanups.length === 0) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  cleanups.push(once);
  return once;
}

async function interrupted(signal: NodeJS.Signals): Promise<void> {
  for (const cleanUp of cleanups.toReversed()) await cleanUp().catch(console.error);
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { onInterrupt, startChild, stopChild } from '../server/test/child.ts';
import { freePorts } from './ports.ts';
import { answers } from './run.ts';

export type Nats = { url: string; pid: () => number; kill: () => Promise<void>; start: () => Promise<void> };

/**
 * A dedicated NATS server that can be killed and restarted. `config` is the path of its configuration. It stops when
 * this process does.
 */
export async function startNats(config?: string): Promise<Nats> {
  const port = await freePorts();
  let child: ChildProcess;
  const start = async () => {
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
    const args = ['-a', '127.0.0.1', '-p', String(port), ...(config ? ['-c', config] : [])];
    child = startChild('nats-server', args, { env, stdio: 'ignore' }, { signal: 'KILL', stopsLast: true });
    for (let i = 0; i < 100 && !(await answers('127.0.0.1', port)); i++) await wait(50);
  };
  const kill = () => stopChild(child, 'SIGKILL');
  await start();
  onInterrupt(kill);
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child.pid!,
    start,
    kill,
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from './ports.ts';
import { answers } from './run.ts';

export type Nats = { url: string; pid: () => number; kill: () => Promise<void>; start: () => Promise<void> };

/** A NATS server of our own, to be killed and started again. */
export async function startNats(): Promise<Nats> {
  const port = await freePorts();
  let child: ChildProcess;
  const start = async () => {
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { env, stdio: 'ignore' });
    for (let i = 0; i < 100 && !(await answers('127.0.0.1', port)); i++) await wait(50);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child.pid!,
    start,
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

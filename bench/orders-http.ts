import { fileURLToPath } from 'node:url';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { forkChild, startChild, stopChild } from '../server/test/child.ts';
import { filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import type { Load, LoadResult } from './orders-load.ts';
import { ordersDatabase } from './orders-world.ts';

/** As in docs/how-to/scale-a-role.md: calls create much short-lived garbage. */
const youngSpace = '--max-semi-space-size=64';
const { TRACES_URL, TRACES_RATIO = '0.01' } = process.env;
const loader = fileURLToPath(new URL('orders-load.ts', import.meta.url));

/** Starts the api role in separate processes, as in production, and a process that sends orders to it. */
export async function startApis(count: number, database = ordersDatabase) {
  const nats = await startNats();
  const origin = 'http://127.0.0.1:4100';
  const start = async () => {
    const port = await freePorts();
    const env = {
      PATH: process.env.PATH,
      // For measuring the cost of traces: TRACES_URL and TRACES_RATIO.
      ...(TRACES_URL && { TRACES_URL, TRACES_RATIO }),
      DATABASE_URL: urlFor(database, appRole),
      SLIP_SIGNING_KEY: newSigningKey(),
      ...filesFor('artifacts/files-bench'),
      FACTOR_SECRET: newSecret(),
      NATS_URL: nats.url,
      HTTP_PORT: String(port),
      HTTP_PER_ADDRESS: '2000',
      OPS_PORT: String(port + 1),
      ORIGINS: origin,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@glasshouse.example',
    };
    const child = startChild(process.execPath, [youngSpace, 'server/src/main.ts', 'api'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await ready(`http://127.0.0.1:${port + 1}/readyz`);
    return { port, child };
  };
  const apis = await Promise.all(Array.from({ length: count }, start));
  const ports = apis.map(({ port }) => port);
  return {
    ports,
    origin,
    pids: apis.map(({ child }) => child.pid!),
    /** Sends orders for some seconds, as fast as they are answered or at a constant rate. */
    load: (how: Omit<Load, 'ports' | 'origin'>): Promise<LoadResult> =>
      new Promise((resolve, reject) => {
        const sender = forkChild(loader);
        sender.once('message', (loaded: LoadResult) => resolve(loaded));
        sender.once('exit', (code) => code && reject(new Error(`the load generator exited with code ${code}`)));
        sender.send({ ports, origin, ...how } satisfies Load);
      }),
    close: async () => {
      for (const { child } of apis) await stopChild(child);
      await nats.kill();
    },
  };
}

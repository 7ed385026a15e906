import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Bus } from './bus.ts';
import type { Db } from './db.ts';
import type { Metrics } from './metrics.ts';
import { newestSms } from './sms.ts';

export type Ops = { port: number; started: () => void; drain: () => void; close: () => Promise<void> };
type Parts = { db: Db; bus: Bus; metrics: Metrics; development: boolean };

/** Health, readiness and metrics of a process, whatever roles it runs; on a port of its own, not for the public. */
export async function openOps(host: string, port: number, { db, bus, metrics, development }: Parts): Promise<Ops> {
  let state: 'starting' | 'started' | 'stopping' = 'starting';
  const answers: Record<string, () => Promise<[number, string]>> = {
    '/healthz': async () => [200, 'ok'],
    '/readyz': async () => {
      if (state !== 'started') return [503, state];
      if (!bus.ready()) return [503, 'NATS does not answer'];
      const database = await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      return database ? [200, 'ready'] : [503, 'PostgreSQL does not answer'];
    },
    '/metrics': async () => [200, await metrics.registry.metrics()],
    ...(development && { '/outbox': async () => [200, JSON.stringify(await newestSms(db))] as [number, string] }),
  };
  const server: Server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ''];
    const [status, text] = answer ? await answer() : [404, 'not found'];
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    started: () => {
      state = 'started';
    },
    drain: () => {
      state = 'stopping';
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { createBoundedServer } from '../http/bounded-server.ts';
import { note } from '../runtime/faults.ts';
import { newestSms } from '../runtime/sms.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const answerWithin = 3000;
const maxConnections = 200;

export type Ops = { port: number; started: () => void; drain: () => void; close: () => Promise<void> };
/** `needsBus`: whether a role of this process needs NATS for its work. `busReady` is set if it has a connection. */
type Parts = {
  db: Db;
  busReady: (() => boolean) | undefined;
  log: Log;
  metrics: Metrics;
  needsBus: boolean;
  development: boolean;
};

/** Health, readiness and metrics of a process, for any roles. It has its own port, which must not be public. */
export async function openOps(host: string, port: number, parts: Parts): Promise<Ops> {
  const { db, busReady, log, metrics, needsBus, development } = parts;
  let state: 'starting' | 'started' | 'stopping' = 'starting';
  const answers: Record<string, () => Promise<[number, string]>> = {
    '/healthz': async () => [200, 'ok'],
    '/readyz': async () => {
      if (state !== 'started') return [503, state];
      if (needsBus && !busReady?.()) return [503, 'NATS does not answer'];
      const database = await Promise.race([
        sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ),
        wait(answerWithin, false),
      ]);
      return database ? [200, 'ready'] : [503, 'PostgreSQL does not answer'];
    },
    '/metrics': async () => [200, await metrics.registry.metrics()],
    ...(development && { '/outbox': async () => [200, JSON.stringify(await newestSms(db))] as [number, string] }),
  };
  const server: Server = createBoundedServer(
    async (request, response) => {
      const answer = Object.hasOwn(answers, request.url ?? '') ? answers[request.url!] : undefined;
      const failed = (error: unknown): [number, string] => {
        note(log, 'ops', error);
        return [500, 'failed'];
      };
      const [status, text] = answer ? await answer().catch(failed) : [404, 'not found'];
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    },
    { connections: maxConnections },
  );
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

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Db, Pool } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Metrics } from '#platform/observability/metrics.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { RoleName } from '#platform/runtime/bus-access.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Config } from '#platform/runtime/config.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * The tools that a process gives to a role. All are shared except `bus`. `live.upgrade` is set if this process also has
 * the push role.
 */
export type Process<R extends RoleName> = {
  config: Config;
  clock: Clock;
  log: Log;
  pool: Pool;
  db: Db;
  bus: BusOf<R>;
  metrics: Metrics;
  live: { upgrade?: Upgrade };
};

/** A started role; `stop` waits for work in progress. */
export type Role = { name: string; stop: () => Promise<void> };

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db, Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** What every role of a process shares. `live.upgrade` is there when this process also pushes. */
export type Process = {
  config: Config;
  clock: Clock;
  log: Log;
  pool: Pool;
  db: Db;
  bus: Bus;
  metrics: Metrics;
  live: { upgrade?: Upgrade };
};

/** A started role; `stop` finishes what is under way. */
export type Role = { name: string; stop: () => Promise<void> };

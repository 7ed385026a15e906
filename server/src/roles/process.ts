import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BusOf } from '../platform/bus.ts';
import type { RoleName } from '../platform/bus-access.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db, Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** What a role gets from its process. All of it is shared, but for `bus`. `live.upgrade` is there when this process also pushes. */
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

/** A started role; `stop` finishes what is under way. */
export type Role = { name: string; stop: () => Promise<void> };

import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, headers, type NatsConnection, nkeyAuthenticator, type Subscription } from '@nats-io/transport-node';
import { SpanKind } from '@opentelemetry/api';
import type { Log } from '../observability/log.ts';
import { continueTrace, readTrace, traced, traceHeader } from '../observability/trace.ts';
import { isBusRole, type PublishedBy, type RoleName, type Subject, type SubscribedBy } from './bus-access.ts';
import { guarded, note } from './faults.ts';

const maxUnsent = 50_000; // messages
const tryAgain = 500;
const drainWithin = 2000;
const carrier = 'traceparent';
/** The first part of a subject, without the user's number. */
const kindOf = (subject: string) => subject.split('.', 1)[0]!;

/** A connection to NATS, limited to the subjects of its holder. */
export type Bus<Published extends Subject = Subject, Heard extends Subject = Subject> = {
  ready: () => boolean;
  /** Resolves once NATS has answered for the first time. */
  opened: Promise<void>;
  /** Dropped while NATS is down or far behind: listeners read the database when something is missing. */
  publish: (subject: Published, text: string) => void;
  /** Listens to a subject until the returned function is called. */
  subscribe: (subject: Heard, hear: (text: string) => void) => () => void;
  close: () => Promise<void>;
};
/** The actions a role is allowed, by the table in `bus-access.ts`. */
export type BusOf<R extends RoleName> = Bus<PublishedBy<R>, SubscribedBy<R>>;
/** Publishes what calls and jobs may publish: events for a user's own screens, and ended sessions. */
export type Publish = BusOf<'office' | 'worker'>['publish'];

/** The key of a role, for servers that require one, and the certificate of a server without a public authority. */
type Login = { seed?: string | undefined; certificate?: string | undefined };

/**
 * An address that begins with tls:// is used only over TLS. If the host is an IP address, and for the other servers of
 * its cluster, the certificate must name `nats`.
 */
function tlsOf(url: string, certificate: string | undefined) {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'tls:') return {};
  const name = isIP(hostname.replace(/^\[|\]$/g, '')) > 0 && { servername: 'nats' };
  return { tls: { ...(certificate && { ca: certificate }), ...name } };
}

/**
 * NATS carries notifications. All data is also in the database, so nothing waits for NATS: neither the start of a
 * process nor a reconnect. Subjects begin with the name of the database, so that installations can share a server
 * without receiving each other's messages.
 */
export function openBus(url: string, databaseUrl: string, log: Log, { seed, certificate }: Login = {}): Bus {
  const prefix = new URL(databaseUrl).pathname.slice(1);
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let nats: NatsConnection | undefined;
  let up = false;

  // Listeners are stored here and moved to each new connection.
  type Listener = { subject: string; hear: (text: string) => void; subscription?: Subscription };
  const listeners = new Set<Listener>();
  const listen = (connection: NatsConnection, listener: Listener) => {
    const hear = guarded(log, 'bus', listener.hear);
    const name = `bus.hear ${kindOf(listener.subject)}`;
    listener.subscription = connection.subscribe(`${prefix}.${listener.subject}`, {
      callback: (error, message) => {
        if (error) log.warn({ err: error }, 'bus');
        else if (!message.headers) hear(message.string());
        else
          continueTrace(readTrace(message.headers.get(carrier)), () =>
            traced(name, {}, () => hear(message.string()), SpanKind.CONSUMER),
          );
      },
    });
  };
  const follow = async (connection: NatsConnection) => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') up = false;
      if (status.type === 'reconnect') up = true;
      // The server refused a subject, which the types should have prevented: while a connection lasts, there are no
      // other errors.
      if (status.type === 'error') note(log, 'bus', status.error);
      else log.info({ nats: status.type }, 'bus');
    }
  };
  /** A connection reconnects on its own; one that gave up, or was never made, is replaced. */
  const keepOpen = async () => {
    for (let tries = 0; !closing.signal.aborted; tries++) {
      if (tries > 0) await wait(tryAgain, undefined, { signal: closing.signal }).catch(() => {});
      const options = {
        ...{ servers: url, timeout: 5000, maxReconnectAttempts: -1, reconnectTimeWait: tryAgain },
        ...tlsOf(url, certificate),
        ...(seed && { authenticator: nkeyAuthenticator(Buffer.from(seed)) }),
      };
      const connection = await connect(options).catch((error) => {
        if (tries === 0) log.warn({ err: error }, 'no connection to NATS, continuing without it and retrying');
      });
      if (!connection) continue;
      if (closing.signal.aborted) return connection.close();
      nats = connection;
      up = true;
      for (const listener of listeners) listen(connection, listener);
      guarded(log, 'bus', follow)(connection);
      first.resolve();
      await connection.closed();
      up = false;
    }
  };
  const done = keepOpen().catch((error) => note(log, 'bus', error));

  /** A message that belongs to a trace has it in a header. */
  const send = (connection: NatsConnection, subject: string, text: string) => {
    if (!traceHeader()) return connection.publish(`${prefix}.${subject}`, text);
    traced(
      `bus.publish ${kindOf(subject)}`,
      {},
      () => {
        const carried = headers();
        carried.set(carrier, traceHeader()!);
        connection.publish(`${prefix}.${subject}`, text, { headers: carried });
      },
      SpanKind.PRODUCER,
    );
  };
  // Messages that the server has not accepted yet are in memory, so their number is limited.
  let unsent = 0;
  let flushing = false;
  const flush = async (connection: NatsConnection) => {
    flushing = true;
    while (unsent > 0) {
      const before = unsent;
      await connection.flush();
      unsent -= before;
    }
  };
  const flushed = () => {
    flushing = false;
    unsent = 0;
  };
  return {
    ready: () => up,
    opened: first.promise,
    publish: (subject, text) => {
      if (!up || !nats || nats.isClosed() || unsent >= maxUnsent) return;
      send(nats, subject, text);
      unsent++;
      if (!flushing) flush(nats).then(flushed, flushed);
    },
    subscribe: (subject, hear) => {
      const listener: Listener = { subject, hear };
      listeners.add(listener);
      if (nats && !nats.isClosed()) listen(nats, listener);
      return () => {
        listeners.delete(listener);
        listener.subscription?.unsubscribe();
      };
    },
    close: async () => {
      closing.abort();
      // Draining waits for the server's answer, which doesn't come if the connection is lost or the server hangs.
      if (up && nats) await Promise.race([nats.drain().catch(() => {}), wait(drainWithin, undefined, { ref: false })]);
      await nats?.close();
      await done;
    },
  };
}

type Logins = {
  url: string;
  databaseUrl: string;
  certificate?: string | undefined;
  seedOf: (role: RoleName) => string | undefined;
};

/**
 * The connections of a process: one for each login. Roles without a login share one connection, and roles without
 * subjects need none.
 */
export function openBuses(roles: readonly RoleName[], { url, databaseUrl, certificate, seedOf }: Logins, log: Log) {
  const bySeed = new Map<string | undefined, Bus>();
  for (const role of roles.filter(isBusRole)) {
    const seed = seedOf(role);
    if (!bySeed.has(seed)) bySeed.set(seed, openBus(url, databaseUrl, log, { seed, certificate }));
  }
  const all = [...bySeed.values()];
  return {
    of: (role: RoleName): Bus => (isBusRole(role) && bySeed.get(seedOf(role))) || noBus,
    /** Undefined for a process without a connection. */
    ready: all.length > 0 ? () => all.every((bus) => bus.ready()) : undefined,
    close: async () => {
      await Promise.all(all.map((bus) => bus.close()));
    },
  };
}

/** For roles without subjects, whose types allow no call. */
const noBus: Bus = {
  ready: () => false,
  opened: new Promise(() => {}),
  publish: () => {},
  subscribe: () => () => {},
  close: async () => {},
};

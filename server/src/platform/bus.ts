import { setTimeout as wait } from 'node:timers/promises';
import { connect, headers, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { SpanKind } from '@opentelemetry/api';
import { guarded, note } from './faults.ts';
import type { Log } from './log.ts';
import { goOn, readTrace, traced, traceHeader } from './trace.ts';

const mostUnsent = 50_000; // messages
const tryAgain = 500;
const carrier = 'traceparent';
/** What a subject is about, without whom. */
const kindOf = (subject: string) => subject.split('.', 1)[0]!;

export type Bus = {
  ready: () => boolean;
  /** Settles once NATS has answered for the first time. */
  opened: Promise<void>;
  /** Dropped while NATS is away or far behind: listeners look in the database when something is missing. */
  publish: (subject: string, text: string) => void;
  /** Hears a subject until the returned function is called. */
  subscribe: (subject: string, hear: (text: string) => void) => () => void;
  close: () => Promise<void>;
};

/**
 * NATS carries what moves. Nothing true lives only there, so nobody waits for it: not at the start, not when the connection is lost.
 * Subjects begin with the name of the database they speak of: installations may share a server and never hear each other.
 */
export function openBus(url: string, databaseUrl: string, log: Log): Bus {
  const prefix = new URL(databaseUrl).pathname.slice(1);
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let nats: NatsConnection | undefined;
  let up = false;

  // Listeners are kept here and moved to each new connection.
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
          goOn(readTrace(message.headers.get(carrier)), () =>
            traced(name, {}, () => hear(message.string()), SpanKind.CONSUMER),
          );
      },
    });
  };
  const follow = async (connection: NatsConnection) => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') up = false;
      if (status.type === 'reconnect') up = true;
      log.info({ nats: status.type }, 'bus');
    }
  };
  /** A connection mends itself; one that gave up for good, or was never made, is replaced. */
  const keepOpen = async () => {
    for (let tries = 0; !closing.signal.aborted; tries++) {
      if (tries > 0) await wait(tryAgain, undefined, { signal: closing.signal }).catch(() => {});
      const options = { servers: url, timeout: 5000, maxReconnectAttempts: -1, reconnectTimeWait: tryAgain };
      const connection = await connect(options).catch((error) => {
        if (tries === 0) log.warn({ err: error }, 'NATS does not answer; going on without it until it does');
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

  /** What belongs to a trace carries it in a header. */
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
  // What the server has not taken yet is kept in memory, so there is a bound to it.
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
      if (!up || !nats || nats.isClosed() || unsent >= mostUnsent) return;
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
      // Draining waits for the server to answer, so it makes sense only while there is one.
      await (up ? nats?.drain() : nats?.close());
      await done;
    },
  };
}

import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from './log.ts';

const mostUnsent = 50_000; // messages

export type Bus = {
  ready: () => boolean;
  /** Dropped while NATS is away or far behind: whoever listens looks into the database when something is missing. */
  publish: (subject: string, text: string) => void;
  /** Hears a subject until the returned function is called. */
  subscribe: (subject: string, hear: (text: string) => void) => () => void;
  close: () => Promise<void>;
};

/**
 * NATS carries what moves. Nothing true lives only there, so a lost connection is waited out, never fatal. Subjects begin with
 * the name of the database they speak of: installations may share a server and never hear each other.
 */
export async function openBus(url: string, databaseUrl: string, log: Log): Promise<Bus> {
  const prefix = new URL(databaseUrl).pathname.slice(1);
  const late = setTimeout(() => log.warn('NATS does not answer yet; waiting for it'), 3000);
  const nats: NatsConnection = await connect({
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
  });
  clearTimeout(late);
  let up = true;
  void (async () => {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') up = false;
      if (status.type === 'reconnect') up = true;
      log.info({ nats: status.type }, 'bus');
    }
  })();
  // What the server has not taken yet is kept in memory, so there is a bound to it.
  let unsent = 0;
  let flushing = false;
  const flush = async () => {
    flushing = true;
    while (unsent > 0) {
      const before = unsent;
      await nats.flush();
      unsent -= before;
    }
  };
  const flushed = () => {
    flushing = false;
    unsent = 0;
  };
  return {
    ready: () => up,
    publish: (subject, text) => {
      if (!up || nats.isClosed() || unsent >= mostUnsent) return;
      nats.publish(`${prefix}.${subject}`, text);
      unsent++;
      if (!flushing) flush().then(flushed, flushed);
    },
    subscribe: (subject, hear) => {
      const subscription = nats.subscribe(`${prefix}.${subject}`, {
        callback: (error, message) => {
          if (error) log.warn({ err: error }, 'bus');
          else hear(message.string());
        },
      });
      return () => subscription.unsubscribe();
    },
    close: () => nats.drain(),
  };
}

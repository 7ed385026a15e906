import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from './log.ts';

export type Bus = { ready: () => boolean; close: () => Promise<void> };

/** NATS carries what moves. Nothing true lives only there, so a lost connection is waited out, never fatal. */
export async function openBus(url: string, log: Log): Promise<Bus> {
  const nats: NatsConnection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500 });
  let up = true;
  void (async () => {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') up = false;
      if (status.type === 'reconnect') up = true;
      log.info({ nats: status.type }, 'bus');
    }
  })();
  return { ready: () => up, close: () => nats.drain() };
}

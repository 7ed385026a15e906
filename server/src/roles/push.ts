import { type LiveFrame, type LiveRequest, nameOf, type RefusedFrame } from '@glasshouse/protocol/market/live';
import { liveRequest } from '@glasshouse/protocol/market/live-request';
import { Gauge } from 'prom-client';
import { openMarketTopics } from '#evidence/market/jobs.ts';
import { createBoundedServer } from '#platform/http/bounded-server.ts';
import { textFrame } from '#platform/http/frames.ts';
import { type Client, openHub, refused, write } from '#platform/http/live.ts';
import { type Config, roomOf } from '#platform/runtime/config.ts';
import { note } from '#platform/runtime/faults.ts';
import type { Process, Role, Upgrade } from './process.ts';
import { openEvents } from './push-events.ts';

const longestRequest = 4096;

/** Pushes prices, candles and people's own events over WebSocket at /live. */
export async function startPush(process: Process<'push'>): Promise<Role> {
  const { config, clock, db, bus, log, metrics } = process;
  const market = openMarketTopics({ db, bus, clock, log });
  const events = openEvents(process, (client, channel, reason) => {
    if (client.channels.get(channel.name) !== channel) return; // it disconnected during the look-up
    hub.leave(client, channel);
    say(client, 'events', reason);
  });
  const hub = openHub({
    config,
    clock,
    log,
    longest: longestRequest,
    hear,
    left: (channel) => (channel.name === 'events' ? events.left(channel) : market.left(channel)),
  });
  const say = (client: Client, of: string, reason: RefusedFrame['reason']) => {
    const frame: LiveFrame = { kind: 'refused', time: clock().getTime(), of, reason };
    write(client, textFrame(JSON.stringify(frame)));
  };

  async function hear(client: Client, text: string): Promise<void> {
    const asked = readRequest(text);
    if (!asked) return say(client, '', 'bad_input');
    const of = nameOf(asked.watch);
    const open = client.channels.get(of);
    if (asked.op === 'leave') return open && hub.leave(client, open);
    if (open) return hub.again(client, open);
    try {
      const channel = asked.watch.topic === 'events' ? await events.open(client) : market.open(asked.watch);
      if (typeof channel !== 'object') return say(client, of, channel ?? 'bad_input');
      if (!hub.join(client, channel)) return say(client, of, 'too_many');
      // Its session may have ended during the look-up, when there was no connection to close yet.
      if (of === 'events') events.lookAt(channel);
    } catch (error) {
      note(log, 'live', error);
      say(client, of, 'server_error');
    }
  }

  metrics.registry.registerMetric(refused);
  new Gauge({
    name: 'glasshouse_live_clients',
    help: 'Open live connections.',
    registers: [metrics.registry],
    collect() {
      this.set(hub.count());
    },
  });
  process.live.upgrade = hub.upgrade;
  const server = config.LIVE_PORT === undefined ? undefined : await openDoor(config, config.LIVE_PORT, hub.upgrade);
  return {
    name: 'push',
    stop: async () => {
      events.stop();
      market.stop();
      hub.close();
      server?.close();
    },
  };
}

/** A separate port for the stream, and nothing else. */
async function openDoor(config: Config, port: number, upgrade: Upgrade) {
  const server = createBoundedServer((_, response) => response.writeHead(404).end(), roomOf(config));
  server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, config.HTTP_HOST, resolve);
  });
  return server;
}

function readRequest(text: string): LiveRequest | undefined {
  try {
    return liveRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

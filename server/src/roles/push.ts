import { createServer } from 'node:http';
import { type LiveFrame, type LiveRequest, nameOf } from '@glasshouse/protocol/live';
import { liveRequest } from '@glasshouse/protocol/live-request';
import { Gauge } from 'prom-client';
import { openMarketTopics } from '../market/jobs.ts';
import { textFrame } from '../platform/frames.ts';
import { type Channel, type Client, openChannel, openHub, send, write } from '../platform/live.ts';
import { createAuthenticate } from '../session/session.ts';
import type { Process, Role } from './process.ts';

const longestRequest = 4096;
const askAgainEvery = 60_000;

/** Pushes prices, candles and people's own events over WebSocket at /live. */
export async function startPush(process: Process): Promise<Role> {
  const { config, clock, db, bus, log, metrics } = process;
  const market = openMarketTopics({ db, bus, clock, log });
  const events = openEvents(process);
  const hub = openHub({
    config,
    clock,
    log,
    longest: longestRequest,
    hear: (client, text) => void hear(client, text),
    left: (channel) => (channel.name === 'events' ? events.left(channel) : market.left(channel)),
  });
  const say = (client: Client, frame: Omit<Extract<LiveFrame, { kind: 'refused' }>, 'time' | 'kind'>) =>
    write(client, textFrame(JSON.stringify({ kind: 'refused', time: clock().getTime(), ...frame })));

  async function hear(client: Client, text: string): Promise<void> {
    const asked = readRequest(text);
    if (!asked) return say(client, { of: '', reason: 'bad_input' });
    const of = nameOf(asked.watch);
    const open = client.channels.get(of);
    if (asked.op === 'leave') return open && hub.leave(client, open);
    if (open) return hub.again(client, open);
    try {
      const channel = asked.watch.topic === 'events' ? await events.open(client) : market.open(asked.watch);
      if (!channel) return say(client, { of, reason: 'not_logged_in' });
      if (!hub.join(client, channel)) say(client, { of, reason: 'too_many' });
    } catch (error) {
      log.warn({ err: error }, 'live: a request failed');
      say(client, { of, reason: 'server_error' });
    }
  }

  // A session that has ended since must hear no more.
  const checks = setInterval(async () => {
    for (const client of await events.ended().catch(() => [])) {
      hub.leave(client, client.channels.get('events')!);
      say(client, { of: 'events', reason: 'not_logged_in' });
    }
  }, askAgainEvery);
  new Gauge({
    name: 'glasshouse_live_clients',
    help: 'Open live connections.',
    registers: [metrics.registry],
    collect() {
      this.set(hub.count());
    },
  });
  process.live.upgrade = hub.upgrade;
  const server =
    config.LIVE_PORT === undefined ? undefined : createServer((_, response) => response.writeHead(404).end());
  server?.on('upgrade', hub.upgrade);
  if (server) await new Promise<void>((resolve) => server.listen(config.LIVE_PORT, config.HTTP_HOST, resolve));
  return {
    name: 'push',
    stop: async () => {
      clearInterval(checks);
      market.stop();
      hub.close();
      server?.close();
    },
  };
}

function readRequest(text: string): LiveRequest | undefined {
  try {
    return liveRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** One channel per person, fed by what other roles publish for them once it is true. */
function openEvents({ db, bus, clock }: Process) {
  const people = new Map<bigint, { channel: Channel; stop: () => void }>();
  const authenticate = createAuthenticate(db);
  const whose = (client: Client) => (client.token ? authenticate(clock(), client.token) : undefined);
  const open = async (client: Client): Promise<Channel | undefined> => {
    const user = await whose(client);
    if (!user) return undefined;
    const known = people.get(user.number);
    if (known) return known.channel;
    const channel = openChannel('events');
    const hear = (text: string) =>
      send(channel, textFrame(`{"of":"events","kind":"event","time":${clock().getTime()},"event":${text}}`));
    people.set(user.number, { channel, stop: bus.subscribe(`user.${user.number}`, hear) });
    return channel;
  };
  const left = (channel: Channel) => {
    for (const [user, person] of people) {
      if (person.channel !== channel) continue;
      person.stop();
      people.delete(user);
    }
  };
  const ended = async () => {
    const gone: Client[] = [];
    for (const { channel } of people.values())
      for (const client of channel.members) if (!(await whose(client))) gone.push(client);
    return gone;
  };
  return { open, left, ended };
}

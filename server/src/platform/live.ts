import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { textFrame } from './frames.ts';
import type { Log } from './log.ts';

const beatEvery = 5000;
const beatParts = 20;
const ping = Buffer.from([0x89, 0]);
const deafAfter = 30_000;
const mostChannels = 16;
const turns = { burst: 40, perBeat: 20 };

/** Those who listen to the same thing. `snapshot` is what somebody who knows nothing needs first. */
export type Channel = { name: string; members: Set<Client>; snapshot: () => Buffer | undefined };
export const openChannel = (name: string, snapshot: Channel['snapshot'] = () => undefined): Channel => ({
  name,
  members: new Set(),
  snapshot,
});

export type Client = {
  socket: Duplex;
  ws: WebSocket;
  address: string;
  token: string | undefined;
  channels: Map<string, Channel>;
  /** Channels of which this client has missed something, or knows nothing at all yet. */
  behind: Map<Channel, 'missed' | 'new'>;
  heard: number;
  turns: number;
};

type Hear = (client: Client, text: string) => void;
type Parts = { config: Config; clock: Clock; log: Log; hear: Hear; left: (channel: Channel) => void; longest: number };

/** Sockets, their bounds and their heartbeat. It knows channels and frames, not what they mean. */
export function openHub({ config, clock, log, hear, left, longest }: Parts) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: longest,
    perMessageDeflate: false,
  });
  const clients = new Set<Client>();
  // Heartbeats go round in parts: all at once they would stand in the way of prices.
  const parts = Array.from({ length: beatParts }, () => new Set<Client>());
  let turn = 0;
  const perAddress = new Map<string, number>();

  const refuse = (socket: Duplex, status: string) => {
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request, config.TRUST_PROXY);
    if (request.url?.split('?', 1)[0] !== '/live') return refuse(socket, '404 Not Found');
    // A browser always says where a page comes from; another site's page must not open a stream with our cookie.
    if (!config.ORIGINS.includes(request.headers.origin ?? '')) return refuse(socket, '403 Forbidden');
    const full = clients.size >= config.LIVE_CONNECTIONS || (perAddress.get(address) ?? 0) >= config.LIVE_PER_ADDRESS;
    if (full) return refuse(socket, '503 Service Unavailable');
    server.handleUpgrade(request, socket, head, (ws) => admit(ws, socket, request, address));
  };
  const admit = (ws: WebSocket, socket: Duplex, request: IncomingMessage, address: string) => {
    const client: Client = {
      socket,
      ws,
      address,
      token: /(?:^|; *)glasshouse_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1],
      channels: new Map(),
      behind: new Map(),
      heard: clock().getTime(),
      turns: turns.burst,
    };
    clients.add(client);
    parts[clients.size % beatParts]!.add(client);
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    ws.on('message', (data, isBinary) => {
      client.heard = clock().getTime();
      if (isBinary || client.turns-- <= 0) return ws.close(1008);
      hear(client, data.toString());
    });
    ws.on('pong', () => {
      client.heard = clock().getTime();
    });
    ws.on('error', (error) => log.debug({ err: error }, 'live'));
    ws.on('close', () => forget(client));
  };
  const forget = (client: Client) => {
    if (!clients.delete(client)) return;
    for (const part of parts) part.delete(client);
    const count = (perAddress.get(client.address) ?? 1) - 1;
    if (count > 0) perAddress.set(client.address, count);
    else perAddress.delete(client.address);
    for (const channel of client.channels.values()) leave(client, channel);
  };

  const join = (client: Client, channel: Channel): boolean => {
    if (!clients.has(client) || client.channels.size >= mostChannels) {
      if (channel.members.size === 0) left(channel);
      return false;
    }
    client.channels.set(channel.name, channel);
    channel.members.add(client);
    again(client, channel);
    return true;
  };
  const leave = (client: Client, channel: Channel) => {
    client.channels.delete(channel.name);
    client.behind.delete(channel);
    channel.members.delete(client);
    if (channel.members.size === 0) left(channel);
  };
  const again = (client: Client, channel: Channel) => {
    const snapshot = channel.snapshot();
    if (snapshot) write(client, snapshot);
    else client.behind.set(channel, 'new'); // nothing known yet: the first frame brings it
  };

  const beats = setInterval(() => {
    const now = clock().getTime();
    const beat = Buffer.concat([textFrame(JSON.stringify({ of: 'beat', kind: 'beat', time: now })), ping]);
    turn = (turn + 1) % beatParts;
    for (const client of parts[turn]!) {
      if (now - client.heard > deafAfter) {
        client.ws.terminate();
        continue;
      }
      client.turns = Math.min(client.turns + turns.perBeat, turns.burst);
      if (client.socket.writableLength === 0) write(client, beat);
    }
  }, beatEvery / beatParts);

  return {
    upgrade,
    join,
    leave,
    again,
    count: () => clients.size,
    close: () => {
      clearInterval(beats);
      for (const client of clients) client.ws.close(1001);
      setTimeout(() => {
        for (const client of clients) client.ws.terminate();
      }, 1000).unref();
    },
  };
}

/** Only whole frames are written here and the library writes only whole frames too, so they never mix. */
export function write(client: Client, frame: Buffer): void {
  if (client.ws.readyState === client.ws.OPEN) client.socket.write(frame);
}

/**
 * One frame to everybody in a channel. Who has not taken the last one yet is left out, never queued for; once free again, it gets a
 * snapshot instead of the frames it missed, or just this frame where that is `whole` without them.
 */
export function send(channel: Channel, frame: Buffer, whole = false): void {
  for (const client of channel.members) {
    const behind = client.behind.size > 0 ? client.behind.get(channel) : undefined;
    if (client.socket.writableLength > 0) {
      if (!behind) client.behind.set(channel, 'missed');
      continue;
    }
    if (behind) client.behind.delete(channel);
    const enough = !behind || (whole && behind === 'missed');
    write(client, enough ? frame : (channel.snapshot() ?? frame));
  }
}

function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for'];
  const first = trustProxy && typeof forwarded === 'string' ? forwarded.split(',')[0]!.trim() : undefined;
  return first || request.socket.remoteAddress || 'unknown';
}

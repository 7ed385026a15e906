import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Counter } from 'prom-client';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../observability/log.ts';
import { traced } from '../observability/trace.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import { every, guarded, note } from '../runtime/faults.ts';
import { addressOf, network } from './addresses.ts';
import { createBuckets } from './buckets.ts';
import { cookieNamed } from './cookies.ts';
import { pongFrame, textFrame } from './frames.ts';

const beatEvery = 5000;
const beatParts = 20;
const ping = Buffer.from([0x89, 0]);
const deafAfter = 30_000;
const maxChannels = 16;
const maxUnread = 64 * 1024;
const maxJoined = 16 * 1024; // bytes of frames joined for one client; other frames are shared by all
const turns = { burst: 40, perBeat: 20 };
const lastWord = 1000; // milliseconds that a client has to read a refusal

/** Refused live connections; exported as a metric of the push role. */
export const refused = new Counter({
  name: 'glasshouse_live_refused_total',
  help: 'Live connections that were refused, by reason (often, path, origin, full, address, stopping).',
  labelNames: ['reason'],
  registers: [],
});

/** All clients that follow the same topic. A new client first needs the `snapshot`. */
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
  /** Channels of which this client has missed frames, or has no data at all yet. */
  behind: Map<Channel, 'missed' | 'new'>;
  /** When it was first pinged, if it has sent nothing since. */
  askedAt: number | undefined;
  turns: number;
};

type Hear = (client: Client, text: string) => unknown;
type Parts = { config: Config; clock: Clock; log: Log; hear: Hear; left: (channel: Channel) => void; longest: number };

/** Sockets, their limits and their heartbeat. It handles channels and frames, not their meaning. */
export function openHub({ config, clock, log, hear, left, longest }: Parts) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: longest,
    perMessageDeflate: false,
    autoPong: false,
  });
  const clients = new Set<Client>();
  // Heartbeats are sent in parts, because all at once would delay prices.
  const parts = Array.from({ length: beatParts }, () => new Set<Client>());
  let turn = 0;
  const perAddress = new Map<string, number>();
  // Opening costs more than staying connected, so clients that reconnect constantly must wait.
  const openings = createBuckets({ burst: 2 * config.LIVE_PER_ADDRESS, everySeconds: 0.1 });
  const cookie = new RegExp(`(?:^|; *)${cookieNamed('glasshouse_session', config.ORIGINS)}=([^;]+)`);

  let closed = false;

  /** The client may never close its side. Once the refusal is sent, or can't be, the socket is destroyed. */
  const refuse = (socket: Duplex, reason: string, status: string) => {
    refused.inc({ reason });
    const end = () => void socket.destroy();
    const timer = setTimeout(end, lastWord);
    socket.once('close', () => clearTimeout(timer));
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, end);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      letIn(request, socket, head);
    } catch (error) {
      note(log, 'live', error);
      socket.destroy();
    }
  };
  const letIn = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = network(addressOf(request, config.TRUST_PROXY));
    const wait = openings.take(address, clock());
    if (wait > 0) return refuse(socket, 'often', `429 Too Many Requests\r\nretry-after: ${wait}`);
    // Compared as text, because parsing a stranger's text may throw.
    if (request.url?.split('?', 1)[0] !== '/live') return refuse(socket, 'path', '404 Not Found');
    // A browser always sends the origin of a page; a page of another site must not open a stream with our cookie.
    if (!config.ORIGINS.includes(request.headers.origin ?? '')) return refuse(socket, 'origin', '403 Forbidden');
    const full = clients.size >= config.LIVE_CONNECTIONS && 'full';
    const crowded = (perAddress.get(address) ?? 0) >= config.LIVE_PER_ADDRESS && 'address';
    const reason = (closed && 'stopping') || full || crowded;
    if (reason) return refuse(socket, reason, '503 Service Unavailable');
    server.handleUpgrade(request, socket, head, (ws) => admit(ws, socket, request, address));
  };
  const admit = (ws: WebSocket, socket: Duplex, request: IncomingMessage, address: string) => {
    const client: Client = {
      socket,
      ws,
      address,
      token: cookie.exec(request.headers.cookie ?? '')?.[1],
      channels: new Map(),
      behind: new Map(),
      askedAt: undefined,
      turns: turns.burst,
    };
    clients.add(client);
    parts[clients.size % beatParts]!.add(client);
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    const takeTurn = () => {
      client.askedAt = undefined;
      if (client.turns-- > 0) return true;
      ws.close(1008);
      return false;
    };
    const on = <A extends unknown[]>(event: string, work: (...args: A) => unknown) =>
      ws.on(event, guarded(log, 'live', work) as (...args: unknown[]) => void);
    on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) return ws.close(1008);
      if (takeTurn()) return hear(client, data.toString());
    });
    on('pong', () => {
      client.askedAt = undefined;
    });
    // The library would answer each at once, even if the client doesn't read the answers.
    on('ping', (data: Buffer) => takeTurn() && write(client, pongFrame(data)));
    on('error', (error: Error) => log.debug({ err: error }, 'live'));
    on('close', () => forget(client));
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
    if (!clients.has(client) || client.channels.size >= maxChannels) {
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
  /**
   * Sends a snapshot. Waits for the next frame if the client is still reading the last one, or if there is no data yet.
   */
  const again = (client: Client, channel: Channel) => {
    const snapshot = client.socket.writableLength > 0 ? undefined : channel.snapshot();
    if (snapshot) {
      client.behind.delete(channel);
      write(client, snapshot);
    } else client.behind.set(channel, 'new');
  };

  const stopBeats = every(log, 'live', beatEvery / beatParts, () => {
    const now = clock().getTime();
    const beat = Buffer.concat([textFrame(JSON.stringify({ of: 'beat', kind: 'beat', time: now })), ping]);
    turn = (turn + 1) % beatParts;
    for (const client of parts[turn]!) {
      // Counted from when it was pinged. Counted from its last message, a process that hung would disconnect all
      // clients.
      client.askedAt ??= now;
      if (now - client.askedAt > deafAfter) {
        client.ws.terminate();
        continue;
      }
      client.turns = Math.min(client.turns + turns.perBeat, turns.burst);
      // A client that was too slow for its snapshot gets it here, in case no frame follows.
      for (const channel of client.behind.keys()) again(client, channel);
      if (client.socket.writableLength === 0) write(client, beat);
    }
  });

  return {
    upgrade,
    join,
    leave,
    again,
    count: () => clients.size,
    close: () => {
      closed = true;
      stopBeats();
      for (const client of clients) client.ws.close(1001);
      const end = guarded(log, 'live', () => {
        for (const client of clients) client.ws.terminate();
      });
      setTimeout(end, 1000).unref();
    },
  };
}

/**
 * Only complete frames are written here, and the library writes only complete frames too, so they never mix. A client
 * with far more than one frame unread makes requests without reading, and is disconnected.
 */
export function write(client: Client, frame: Buffer): void {
  if (client.ws.readyState !== client.ws.OPEN) return;
  if (client.socket.writableLength > maxUnread) client.ws.terminate();
  else client.socket.write(frame);
}

/** A frame for all clients of a channel; `whole` if it includes everything from the earlier frames. */
export type ChannelFrame = { channel: Channel; frame: Buffer; whole?: boolean };

/**
 * Sends frames of several channels at once. A client in more than one gets them in one piece, because a write costs
 * more than its bytes. A client that is still reading the last piece is skipped and not queued for, and so are channels
 * beyond the maximum size of a piece. Once it has caught up it gets a snapshot instead of the missed frames, or only
 * the new frame if that is `whole`.
 */
export const send = (...all: readonly ChannelFrame[]): void => {
  const clients = all.reduce((sum, { channel }) => sum + channel.members.size, 0);
  traced('live.send', { clients }, () => sendNow(all));
};

function sendNow(all: readonly ChannelFrame[]): void {
  const due = new Map<Client, Buffer[]>();
  for (const { channel, frame, whole = false } of all)
    for (const client of channel.members) {
      const behind = client.behind.size > 0 ? client.behind.get(channel) : undefined;
      const before = due.get(client);
      if (client.socket.writableLength > 0 || (before && sizeOf(before) >= maxJoined)) {
        if (!behind) client.behind.set(channel, 'missed');
        continue;
      }
      if (behind) client.behind.delete(channel);
      const enough = !behind || (whole && behind === 'missed');
      const now = enough ? frame : (channel.snapshot() ?? frame);
      if (before) before.push(now);
      else due.set(client, [now]);
    }
  const join = joiner();
  for (const [client, frames] of due) write(client, join(frames));
}

const sizeOf = (frames: readonly Buffer[]): number => frames.reduce((sum, { length }) => sum + length, 0);

/**
 * Frames in one piece. Many screens show a price and its chart, so pieces of two frames are joined once. Larger
 * combinations are rare and never cached.
 */
function joiner(): (frames: readonly Buffer[]) => Buffer {
  const pairs = new Map<Buffer, Map<Buffer, Buffer>>();
  return (frames) => {
    const [first, second] = frames as [Buffer, Buffer?];
    if (!second) return first;
    if (frames.length > 2) return Buffer.concat(frames);
    const after = pairs.get(first) ?? new Map<Buffer, Buffer>();
    const piece = after.get(second) ?? Buffer.concat(frames);
    pairs.set(first, after.set(second, piece));
    return piece;
  };
}

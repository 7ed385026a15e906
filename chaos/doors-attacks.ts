import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as bytes from './doors-bytes.ts';
import { pick, type Random } from './random.ts';

/** A target: an http server, its calls, and the cookie of a logged-in user. */
export type Door = { name: string; port: number; origin: string; calls: readonly Call[]; cookie: string };
export type Call = { path: string; method: string; names: readonly string[] };
type Counts = {
  requests: number;
  /** Requests neither answered nor closed within the server's time limits. */
  stuck: string[];
  /** Requests answered with an internal error. */
  failed: string[];
  /** Slow and silent connections closed by the server. */
  cut: number;
};

const maxOpen = 250;
const patience = 45_000; // longer than servers allow for a complete request
const silentOnes = 1000;
const slowOnes = 24;
const halfOpenOnes = 100;
const crowdPerDoor = 800; // more than one address may open, and enough to fill the server

/** All hostile clients. They use separate addresses, so that limits per address do not affect honest clients. */
export function attack(doors: readonly Door[], live: Door, random: Random) {
  const counts: Counts = { requests: 0, stuck: [], failed: [], cut: 0 };
  const sockets = new Set<Socket>();
  const halfOpen = new Set<Socket>();
  let stopped = false;
  let open = 0;

  /** Some requests come from a few addresses, which reach the limits, and some from anywhere. */
  const somewhere = (): string => {
    const net = random() < 0.3 ? '0.0' : `${1 + Math.floor(random() * 250)}.${Math.floor(random() * 250)}`;
    return `127.${net}.${3 + Math.floor(random() * 4)}`;
  };
  const reach = (door: Door, localAddress: string, among: Set<Socket>): Socket => {
    const socket = connect({ port: door.port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
    among.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => among.delete(socket));
    return socket;
  };
  const knock = (door: Door, from = somewhere()): Socket => {
    const socket = reach(door, from, sockets);
    return socket.on('end', () => setTimeout(() => socket.destroy(), 50));
  };

  /** Sends bytes, sometimes in pieces or with a half-closed connection, and waits for a response or the end. */
  const once = (door: Door, what: string, sent: Buffer, judge?: (answer: string) => void) => {
    const socket = knock(door);
    counts.requests++;
    open++;
    let answer = '';
    const late = setTimeout(() => {
      if (!stopped) counts.stuck.push(`${door.name} ${what}: ${sent.toString('latin1').slice(0, 200)}`);
      socket.destroy();
    }, patience);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (!judge) socket.destroy();
    });
    socket.on('close', () => {
      clearTimeout(late);
      open--;
      judge?.(answer);
    });
    const cut = random() < 0.2 ? Math.floor(random() * sent.length) : sent.length;
    socket.write(sent.subarray(0, cut));
    if (cut < sent.length) setTimeout(() => socket.write(sent.subarray(cut)), random() * 200);
    if (random() < 0.15) setTimeout(() => socket.end(), 250);
  };

  const talk = (door: Door) => {
    const { path, method, names } = pick(random, door.calls);
    const body = Buffer.from(bytes.json(random, names));
    // The session must stay valid.
    const known = random() < 0.7 && !/logout|password|editPsw|endSession|recovery/i.test(path);
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'host: x',
      'connection: close',
      `origin: ${door.origin}`,
      'x-xsrf-token: drill',
      `cookie: XSRF-TOKEN=drill${known ? `; ${door.cookie}` : ''}`,
      `accept-encoding: ${pick(random, ['br', 'gzip', 'identity'])}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      '',
    ];
    const sent = Buffer.concat([Buffer.from(lines.join('\r\n')), body]);
    once(door, 'json', sent, (answer) => {
      if (/^HTTP\/1\.1 5|"code":5\d\d/.test(answer))
        counts.failed.push(`${path} ${body.toString().slice(0, 300)} -> ${answer.slice(-200)}`);
    });
  };

  /** Connects properly and then sends frames that no real client sends. */
  const chatter = () => {
    const socket = knock(live);
    counts.requests++;
    open++;
    const end = setTimeout(() => socket.destroy(), 3000);
    socket.on('close', () => {
      clearTimeout(end);
      open--;
    });
    socket.once('data', async () => {
      for (let i = 0; i < 30 && !socket.destroyed; i++) {
        counts.requests++;
        socket.write(bytes.frame(random));
        if (random() < 0.2) await wait(5);
      }
      if (random() < 0.5) socket.end();
    });
    socket.write(bytes.properUpgrade(live.origin, randomBytes(16).toString('base64')));
  };

  const kinds: (() => void)[] = [
    () => once(pick(random, [...doors, live]), 'request line', bytes.requestLine(random)),
    () => once(pick(random, [...doors, live]), 'headers', bytes.headers(random)),
    () => once(pick(random, [...doors, live]), 'upgrade', bytes.upgrade(random, live.origin)),
    () => talk(pick(random, doors)),
    () => talk(pick(random, doors)),
    chatter,
  ];
  const storm = async () => {
    while (!stopped) {
      if (open < maxOpen) pick(random, kinds)();
      await wait(open < maxOpen ? 1 : 20);
    }
  };

  /** Keeps this many connections of a kind open. Those closed by the server are counted and reopened. */
  const keep = (count: number, start: () => Socket, back = 500) => {
    const begin = () => {
      if (stopped) return;
      counts.requests++;
      const socket = start();
      socket.on('close', () => {
        if (stopped) return;
        counts.cut++;
        setTimeout(begin, back + random() * back);
      });
    };
    for (let i = 0; i < count; i++) setTimeout(begin, random() * 3000);
  };
  const silent = () => knock(pick(random, [...doors, live])).resume();
  /** Sends one byte of a body per second. */
  const slow = () => {
    const door = pick(random, doors);
    const socket = knock(door);
    socket.write(
      `POST ${pick(random, door.calls).path} HTTP/1.1\r\nhost: x\r\norigin: ${door.origin}\r\ncookie: XSRF-TOKEN=drill\r\nx-xsrf-token: drill\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    );
    const drip = setInterval(() => socket.writable && socket.write(' '), 1000);
    socket.on('close', () => clearInterval(drip));
    return socket;
  };
  /** Requests large responses and does not read them. */
  const deaf = () => {
    const door = pick(random, [...doors, live]);
    const socket = knock(door);
    socket.pause();
    const more =
      door === live
        ? () => bytes.properUpgrade(live.origin, randomBytes(16).toString('base64'))
        : () => bytes.largeAnswer(random).repeat(random() < 0.2 ? 1000 : 12);
    socket.write(more());
    const again = setInterval(() => socket.writable && socket.write(door === live ? watch(random) : more()), 200);
    socket.on('close', () => clearInterval(again));
    return socket;
  };
  /** Is refused and never closes its own side. An occasional byte shows whether the server still responds. */
  const refused = () => {
    const socket = reach(live, somewhere(), halfOpen).resume();
    socket.write(bytes.refusedUpgrade(random, live.origin));
    const drip = setInterval(() => socket.writable && socket.write('x'), 5000);
    return socket.on('close', () => clearInterval(drip));
  };
  /** Opens as many connections as possible from one address. Each sends one request and stays open. */
  const crowd = (door: Door) => () => {
    const socket = knock(door, '127.0.0.9').resume();
    socket.write('GET /docs/start.js HTTP/1.1\r\nhost: x\r\n\r\n');
    return socket;
  };
  keep(silentOnes, silent);
  keep(halfOpenOnes, refused);
  for (const door of doors) keep(crowdPerDoor, crowd(door), 4000);
  keep(slowOnes, slow);
  keep(slowOnes, deaf);
  const storms = Promise.all([storm(), storm()]);
  return {
    counts,
    /** Closes all except the refused ones that keep their own side open, because the server must close those. */
    stop: async () => {
      stopped = true;
      await storms;
      for (const socket of sockets) socket.destroy();
    },
    leave: () => {
      for (const socket of halfOpen) socket.destroy();
    },
  };
}

/** A valid frame that requests another snapshot. */
function watch(random: Random): Buffer {
  const text = Buffer.from(JSON.stringify({ op: pick(random, ['watch', 'again']), watch: { topic: 'quotes' } }));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}

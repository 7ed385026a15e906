import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { coins } from '../protocol/src/market/coins.ts';
import { newId } from '../server/src/platform/ids.ts';
import { tokenOf, users } from './orders-world.ts';
import { quantile } from './tape-clients.ts';

// A process that sends orders over real sockets and does as little else as possible, because it shares the machine with what it
// measures. Each connection has one request under way at a time.
export type Load = {
  ports: number[];
  origin: string;
  connections: number;
  seconds: number;
  /** Requests a second, spread evenly; without it as many as can be answered. */
  rate?: number;
};
/** `spent`: processor microseconds of the sender while it sent. */
export type Loaded = {
  rate: number;
  orders: number;
  p50: number;
  p99: number;
  refused: number;
  spent: { user: number; system: number };
};

const lengthHeader = 'content-length: ';
type Line = { socket: Socket; begun: number; answer: string };

async function run({ ports, origin, connections, seconds, rate }: Load): Promise<Loaded> {
  const waits: number[] = [];
  let refused = 0;
  const free: Line[] = [];
  const buffer = Buffer.alloc(65_536);
  const request = () => {
    const symbol = coins[Math.floor(Math.random() * coins.length)]!.symbol;
    const stake = 10 + Math.floor(Math.random() * 40);
    const body = `{"id":"${newId()}","symbol":"${symbol}","direction":"long","seconds":30,"stake":"${stake}","returnBp":8200}`;
    const token = tokenOf(1 + Math.floor(Math.random() * users));
    return (
      `POST /index/contract/open HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${origin}\r\n` +
      `cookie: glasshouse_session=${token}; XSRF-TOKEN=bench\r\nx-xsrf-token: bench\r\nthink_lang: en-US\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };
  const send = (line: Line, due: number) => {
    line.begun = due;
    line.socket.write(request(), 'latin1');
  };
  let answered: (line: Line) => void = () => {};
  const hear = (line: Line, chunk: string) => {
    line.answer += chunk;
    const head = line.answer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number.parseInt(line.answer.slice(line.answer.indexOf(lengthHeader) + lengthHeader.length), 10);
    if (line.answer.length < head + 4 + length) return;
    if (!line.answer.startsWith('{"code":200', head + 4)) {
      if (refused++ === 0) console.error(line.answer.slice(head + 4, head + 300));
    } else waits.push(performance.now() - line.begun);
    line.answer = '';
    answered(line);
  };
  const lines = await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      const line: Line = { socket: undefined as never, begun: 0, answer: '' };
      // All read into one buffer, past the machinery of streams. The only text beyond ASCII would be a refusal's, and English has none.
      const callback = (count: number) => {
        hear(line, buffer.toString('latin1', 0, count));
        return true;
      };
      const where = { port: ports[place % ports.length]!, host: '127.0.0.1' };
      const socket = connect({ ...where, noDelay: true, onread: { buffer, callback } });
      line.socket = socket;
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return line;
    }),
  );
  const before = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1000;
  if (rate === undefined) {
    answered = (line) => {
      if (performance.now() < end) send(line, performance.now());
    };
    for (const line of lines) answered(line);
    await pause(seconds * 1000);
  } else {
    // Waiting counts from when a request was due, not from when a connection was free for it.
    const due: number[] = [];
    free.push(...lines);
    answered = (line) => {
      const next = due.shift();
      if (next === undefined) free.push(line);
      else send(line, next);
    };
    for (let sent = 0, now = began; now < end; now = performance.now()) {
      for (; began + (sent * 1000) / rate <= now; sent++) {
        const line = free.pop();
        if (line) send(line, began + (sent * 1000) / rate);
        else due.push(began + (sent * 1000) / rate);
      }
      await pause(1);
    }
  }
  const took = (performance.now() - began) / 1000;
  await pause(500);
  const spent = process.cpuUsage(before);
  for (const { socket } of lines) socket.destroy();
  return {
    spent,
    orders: waits.length,
    rate: waits.length / took,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    refused,
  };
}

process.once('message', async (load: Load) => {
  process.send!(await run(load));
  process.disconnect!();
});

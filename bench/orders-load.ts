import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { keepQuotes, type ProductName, type Quotes, sent } from './orders-wishes.ts';
import { tokenOf, users } from './orders-world.ts';
import { quantile } from './tape-clients.ts';

// A process that sends orders over real sockets and does as little else as possible, because it shares the machine with what it
// measures. Each connection has one request under way at a time.
export type Load = {
  product: ProductName;
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

const anyUser = () => 1 + Math.floor(Math.random() * users);
const headersOf = (owner: number, origin: string) => ({
  origin,
  cookie: `glasshouse_session=${tokenOf(owner)}; XSRF-TOKEN=bench`,
  'x-xsrf-token': 'bench',
  think_lang: 'en-US',
  'content-type': 'application/json',
});
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Quotes by the api, as any buyer asks for them. */
function quotesFrom({ ports, origin }: Load): Promise<Quotes> {
  const post = async (path: string, input: object) => {
    const headers = headersOf(anyUser(), origin);
    const response = await fetch(`http://127.0.0.1:${ports[0]}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as { code: number; data: never };
    if (answer.code !== 200) throw new Error(`no quote: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return keepQuotes({
    board: (input) => post('/index/option/board', input),
    quote: (input) => post('/index/option/quote', input),
  });
}

async function run(load: Load): Promise<Loaded> {
  const { product, ports, origin, connections, seconds, rate } = load;
  const quotes = product === 'options' ? await quotesFrom(load) : undefined;
  const waits: number[] = [];
  let refused = 0;
  const free: Line[] = [];
  const buffer = Buffer.alloc(65_536);
  const request = () => {
    const owner = anyUser();
    const { path, body } = sent(product, owner, quotes);
    const headers = { host: '127.0.0.1', ...headersOf(owner, origin), 'content-length': String(body.length) };
    return `POST ${path} HTTP/1.1\r\n${lines(headers)}\r\n${body}`;
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
  const open = await Promise.all(
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
    for (const line of open) answered(line);
    await pause(seconds * 1000);
  } else {
    // Waiting counts from when a request was due, not from when a connection was free for it.
    const due: number[] = [];
    free.push(...open);
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
  for (const { socket } of open) socket.destroy();
  await quotes?.stop();
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

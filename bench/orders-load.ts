import { setTimeout as pause } from 'node:timers/promises';
import { callOf, quotesFrom } from './callers.ts';
import { openLines } from './http-lines.ts';
import { type ProductName, sent } from './orders-wishes.ts';
import { users } from './orders-world.ts';
import { quantile } from './tape-clients.ts';

// A process that sends orders.
export type Load = {
  product: ProductName;
  ports: number[];
  origin: string;
  connections: number;
  seconds: number;
  /** Requests per second at a constant rate. Without it, as many as are answered. */
  rate?: number;
};
/** `spent`: processor microseconds of the sender during the run. */
export type LoadResult = {
  rate: number;
  orders: number;
  p50: number;
  p99: number;
  refused: number;
  spent: { user: number; system: number };
};

const anyUser = () => 1 + Math.floor(Math.random() * users);

async function run(load: Load): Promise<LoadResult> {
  const { product, ports, origin, connections, seconds, rate } = load;
  const quotes = product === 'options' ? await quotesFrom({ port: ports[0]!, origin, anyUser }) : undefined;
  const waits: number[] = [];
  let refused = 0;
  const heard = (body: string, milliseconds: number) => {
    if (body.startsWith('{"code":200')) waits.push(milliseconds);
    else if (refused++ === 0) console.error(body.slice(0, 300));
  };
  const next = () => {
    const owner = anyUser();
    return { text: callOf(owner, origin, sent(product, owner, quotes)), heard };
  };
  const lines = await openLines(connections, ports);
  const before = process.cpuUsage();
  const took = await (rate === undefined ? lines.sendAll(seconds, next) : lines.sendEvenly(seconds, rate, next));
  await pause(500);
  const spent = process.cpuUsage(before);
  lines.close();
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

import { setTimeout as pause } from 'node:timers/promises';
import { coins } from '../protocol/src/coins.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { createOpener } from '../server/src/contracts/open.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDb, openPool } from '../server/src/platform/db.ts';
import { newId } from '../server/src/platform/ids.ts';
import { openSigner } from '../server/src/platform/signer.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { bareOrders } from './orders-bare.ts';
import { startApis } from './orders-http.ts';
import { fillOrders, keepTicking, ordersDatabase, users } from './orders-world.ts';
import { loadAverage, processorClock } from './processor.ts';
import { quantile } from './tape-clients.ts';

// Orders through the opener, and through HTTP to the api role, against pgbench doing the same work one transaction per order on the
// same server. Runs are interleaved, medians count.
const rounds = Number(process.env.ORDERS_ROUNDS ?? 3);
const seconds = Number(process.env.ORDERS_SECONDS ?? 5);
const bareClients = [1, 16, 64];
const closing = 1000; // until the server has counted the connections that were closed
const callers = 2048;
const connections = 1024;
const apis = Number(process.env.ORDERS_APIS ?? 1);

/** The opener in this process, with that many callers waiting. */
async function domainOrders(seconds: number): Promise<{ rate: number; orders: number }> {
  const pool = openPool(urlFor(ordersDatabase, appRole), 2, () => {});
  const opener = createOpener({ db: openDb(pool), clock: systemClock, signer: openSigner(newSigningKey()) });
  const began = performance.now();
  let orders = 0;
  const caller = async () => {
    while (performance.now() - began < seconds * 1000) {
      const answer = await opener.open(BigInt(1 + Math.floor(Math.random() * users)), {
        id: newId(),
        symbol: coins[Math.floor(Math.random() * coins.length)]!.symbol,
        direction: Math.random() < 0.5 ? 'long' : 'short',
        seconds: 30,
        stake: BigInt(10_000_000 + Math.floor(Math.random() * 40_000_000)),
        returnBp: 8200,
      });
      if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
      orders++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const rate = orders / ((performance.now() - began) / 1000);
  await pool.end();
  return { rate, orders };
}

type Measured = { rate: number; processor: number };
const median = (runs: readonly Measured[], of: keyof Measured) =>
  quantile(
    runs.map((one) => one[of]),
    0.5,
  );
const whole = (rate: number) => rate.toFixed(0);

/**
 * Ends with one line: `orders ratio=R http_ratio=R domain=N/s http=N/s bare=N/s p99_half=Nms ...`; `processor` is the ratio of the domain
 * in processor time, which depends less on what else the machine does.
 */
export async function benchOrders(): Promise<void> {
  await fillOrders();
  const tape = await keepTicking();
  const api = await startApis(apis);
  const clock = await processorClock();
  const measure = async (work: Promise<{ rate: number; orders: number }>): Promise<Measured> => {
    const before = clock();
    const { rate, orders } = await work;
    await pause(closing);
    return { rate, processor: (clock() - before) / orders };
  };
  const bares = bareClients.map((count) => ({ count, runs: [] as Measured[] }));
  const domain: Measured[] = [];
  const http: number[] = [];
  await api.load({ connections, seconds: 3 }); // so that both sides are measured warm
  await domainOrders(2);
  for (let round = 1; round <= rounds; round++) {
    for (const { count, runs } of bares) runs.push(await measure(bareOrders(count, seconds)));
    domain.push(await measure(domainOrders(seconds)));
    const loaded = await api.load({ connections, seconds });
    if (loaded.refused > 0) throw new Error(`${loaded.refused} orders were refused`);
    http.push(loaded.rate);
    const single = bares.map(({ count, runs }) => `${count} clients ${whole(runs.at(-1)!.rate)}/s`).join(', ');
    const ours = `domain ${whole(domain.at(-1)!.rate)}/s; http ${whole(loaded.rate)}/s`;
    console.log(`round ${round}: bare ${single}; ${ours} (load ${loadAverage()})`);
  }
  const [best] = bares.map(({ runs }) => runs).sort((a, b) => median(b, 'rate') - median(a, 'rate'));
  const [rate, httpRate, bare] = [median(domain, 'rate'), quantile(http, 0.5), median(best!, 'rate')];
  const half = await api.load({ connections, seconds: 2 * seconds, rate: httpRate / 2 });
  await api.close();
  await tape.stop();
  const db = openDb(openPool(urlFor(ordersDatabase, appRole), 1, () => {}));
  const { drift } = await checkBooks(db);
  await db.destroy();
  const processor = median(best!, 'processor') / median(domain, 'processor');
  const ratios = `ratio=${(rate / bare).toFixed(1)} http_ratio=${(httpRate / bare).toFixed(1)}`;
  const rates = `domain=${whole(rate)}/s http=${whole(httpRate)}/s bare=${whole(bare)}/s`;
  const waits = `p50_half=${half.p50.toFixed(1)}ms p99_half=${half.p99.toFixed(1)}ms`;
  console.log(`orders ${ratios} ${rates} ${waits} processor=${processor.toFixed(1)} drift=${drift.length}`);
  if (drift.length > 0 || half.refused > 0) process.exitCode = 1;
}

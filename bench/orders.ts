import { coins } from '../protocol/src/market/coins.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { createOpener } from '../server/src/contracts/opening/open.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDb, openPool } from '../server/src/platform/db.ts';
import { newId } from '../server/src/platform/ids.ts';
import { openSigner } from '../server/src/platform/signer.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { bareOrders } from './orders-bare.ts';
import { startApis } from './orders-http.ts';
import type { Load } from './orders-load.ts';
import { type Measured, median, openMeter, table } from './orders-meter.ts';
import { fillOrders, keepTicking, ordersDatabase, users } from './orders-world.ts';
import { loadAverage } from './processor.ts';
import { quantile } from './tape-clients.ts';

// Orders through the opener, and through HTTP to the api role, against pgbench doing the same work one transaction per order on the
// same server. Runs are interleaved, medians count.
const rounds = Number(process.env.ORDERS_ROUNDS ?? 3);
const seconds = Number(process.env.ORDERS_SECONDS ?? 5);
const bareClients = (process.env.ORDERS_BARE ?? '1,16,64').split(',').map(Number);
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

const whole = (rate: number) => rate.toFixed(0);

/**
 * Ends with a table of where the processor time of one order goes, and one line: `orders ratio=R http_ratio=R domain=N/s http=N/s bare=N/s
 * p99_half=Nms ...`; `processor` is the ratio of the domain in processor time, which depends less on what else the machine does,
 * `http_processor` that of HTTP without the sender.
 */
export async function benchOrders(): Promise<void> {
  await fillOrders();
  const tape = await keepTicking();
  const api = await startApis(apis);
  const meter = await openMeter(api.pids);
  const load = async (how: Pick<Load, 'connections' | 'seconds' | 'rate'>): Promise<Measured> => {
    const measured = await meter.http(() => api.load(how));
    if (measured.refused > 0) throw new Error(`${measured.refused} orders were refused`);
    return measured;
  };
  const bares = bareClients.map((count) => ({ count, runs: [] as Measured[] }));
  const domain: Measured[] = [];
  const http: Measured[] = [];
  const half: (Measured & { p50: number; p99: number })[] = [];
  await api.load({ connections, seconds: 3 }); // so that both sides are measured warm
  await domainOrders(2);
  for (let round = 1; round <= rounds; round++) {
    for (const { count, runs } of bares) runs.push(await meter.bare(() => bareOrders(count, seconds)));
    domain.push(await meter.domain(() => domainOrders(seconds)));
    http.push(await load({ connections, seconds }));
    half.push((await load({ connections, seconds, rate: median(http, 'rate') / 2 })) as (typeof half)[number]);
    const single = bares.map(({ count, runs }) => `${count} clients ${whole(runs.at(-1)!.rate)}/s`).join(', ');
    const ours = `domain ${whole(domain.at(-1)!.rate)}/s; http ${whole(http.at(-1)!.rate)}/s`;
    const waits = `half of it p50 ${half.at(-1)!.p50.toFixed(1)} p99 ${half.at(-1)!.p99.toFixed(1)} ms`;
    console.log(`round ${round}: bare ${single}; ${ours}, ${waits} (load ${loadAverage()})`);
  }
  const [best] = bares.map(({ runs }) => runs).sort((a, b) => median(b, 'rate') - median(a, 'rate'));
  const [rate, httpRate, bare] = [median(domain, 'rate'), median(http, 'rate'), median(best!, 'rate')];
  await api.close();
  await tape.stop();
  const db = openDb(openPool(urlFor(ordersDatabase, appRole), 1, () => {}));
  const { drift } = await checkBooks(db);
  await db.destroy();
  console.log(table({ bare: best!, domain, http, 'http, half of it': half }));
  const processor = median(best!, 'processor') / median(domain, 'processor');
  const serving = median(best!, 'serving') / median(http, 'serving');
  const waitOf = (of: 'p50' | 'p99') =>
    quantile(
      half.map((one) => one[of]),
      0.5,
    ).toFixed(1);
  const ratios = `ratio=${(rate / bare).toFixed(1)} http_ratio=${(httpRate / bare).toFixed(1)}`;
  const rates = `domain=${whole(rate)}/s http=${whole(httpRate)}/s bare=${whole(bare)}/s`;
  const waits = `p50_half=${waitOf('p50')}ms p99_half=${waitOf('p99')}ms`;
  const times = `processor=${processor.toFixed(1)} http_processor=${serving.toFixed(1)}`;
  console.log(`orders ${ratios} ${rates} ${waits} ${times} drift=${drift.length}`);
  if (drift.length > 0) process.exitCode = 1;
}

import { appRole, urlFor } from '../server/database/prepare.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { bareOrders } from './orders-bare.ts';
import { domainOrders } from './orders-domain.ts';
import { startApis } from './orders-http.ts';
import type { Load } from './orders-load.ts';
import { type Measured, median, openMeter, table } from './orders-meter.ts';
import { type ProductName, products } from './orders-wishes.ts';
import { fillOrders, keepTicking, ordersDatabase } from './orders-world.ts';
import { loadAverage } from './processor.ts';
import { quantile } from './tape-clients.ts';

// Orders of every product through its opener and through HTTP to the api role, against pgbench doing a contract's work
// in one transaction per order on the same server. Runs alternate, and medians are reported.
const rounds = Number(process.env.ORDERS_ROUNDS ?? 3);
const seconds = Number(process.env.ORDERS_SECONDS ?? 3);
const bareClients = (process.env.ORDERS_BARE ?? '1,16,64').split(',').map(Number);
const connections = 1024;
const apis = Number(process.env.ORDERS_APIS ?? 1);

type Half = Measured & { p50: number; p99: number };
/** The runs of one product. */
type Runs = { domain: Measured[]; http: Measured[]; half: Half[] };
const newRuns = (): Runs => ({ domain: [], http: [], half: [] });

const whole = (rate: number) => rate.toFixed(0);
const middle = (runs: readonly Half[], of: 'p50' | 'p99') =>
  quantile(
    runs.map((one) => one[of]),
    0.5,
  ).toFixed(1);

/** Starts the api role and a meter that observes it. */
async function openBench() {
  const api = await startApis(apis);
  const meter = await openMeter(api.pids);
  const load = async (how: Omit<Load, 'ports' | 'origin'>): Promise<Half> => {
    const measured = await meter.http(() => api.load(how));
    if (measured.refused > 0) throw new Error(`${measured.refused} orders of ${how.product} were refused`);
    return measured;
  };
  const warm = async (product: ProductName) => {
    await load({ product, connections, seconds: 2 });
    await domainOrders(product, 2);
  };
  /** Measures a product through its opener, through HTTP at full speed, and at half of that speed. */
  const measure = async (product: ProductName, { domain, http, half }: Runs) => {
    domain.push(await meter.domain(() => domainOrders(product, seconds)));
    http.push(await load({ product, connections, seconds }));
    half.push(await load({ product, connections, seconds, rate: median(http, 'rate') / 2 }));
    const rates = `domain ${whole(domain.at(-1)!.rate)}/s; http ${whole(http.at(-1)!.rate)}/s`;
    return `${product} ${rates}, half of it p50 ${half.at(-1)!.p50.toFixed(1)} p99 ${half.at(-1)!.p99.toFixed(1)} ms`;
  };
  return { warm, measure, bare: meter.bare, close: api.close };
}

/** A product's rate as a fraction of the rate of contracts, through its opener and through HTTP. */
function besideContracts(name: ProductName, runs: Runs, contracts: Runs): string {
  const part = (of: 'domain' | 'http') => (median(runs[of], 'rate') / median(contracts[of], 'rate')).toFixed(2);
  return `${name}=${part('domain')} ${name}_http=${part('http')} ${name}_p99_half=${middle(runs.half, 'p99')}ms`;
}

async function countDrift(): Promise<number> {
  const db = openDb(openPool(urlFor(ordersDatabase, appRole), 1, () => {}));
  const { drift } = await checkBooks(db);
  await db.destroy();
  return drift.length;
}

/**
 * Prints a table of the processor time of one order, and one line at the end: `orders ratio=R http_ratio=R domain=N/s
 * http=N/s bare=N/s p99_half=Nms ...`. The line is about contracts. `processor` is the ratio of the domain in processor
 * time, which depends less on other load on the machine. `http_processor` is the same for HTTP without the sender. The
 * other products follow as fractions of the rates of contracts.
 */
export async function benchOrders(): Promise<void> {
  await fillOrders();
  const tape = await keepTicking();
  const bench = await openBench();
  const bares = bareClients.map((count) => ({ count, runs: [] as Measured[] }));
  const runs = { contracts: newRuns(), options: newRuns(), spot: newRuns() } satisfies Record<ProductName, Runs>;
  for (const product of products) await bench.warm(product); // so that both sides are measured warm
  for (let round = 1; round <= rounds; round++) {
    for (const { count, runs } of bares) runs.push(await bench.bare(() => bareOrders(count, seconds)));
    const single = bares.map(({ count, runs }) => `${count} clients ${whole(runs.at(-1)!.rate)}/s`).join(', ');
    console.log(`round ${round}: bare ${single} (load ${loadAverage()})`);
    for (const product of products) {
      const told = await bench.measure(product, runs[product]);
      console.log(`round ${round}: ${told} (load ${loadAverage()})`);
    }
  }
  await bench.close();
  await tape.stop();
  const drift = await countDrift();
  const [best] = bares.map(({ runs }) => runs).sort((a, b) => median(b, 'rate') - median(a, 'rate'));
  const ways = products.flatMap((name) =>
    Object.entries(runs[name]).map(([way, measured]) => [`${name}, ${way}`, measured] as const),
  );
  console.log(table({ bare: best!, ...Object.fromEntries(ways) }));
  console.log(`${lineOf(best!, runs)} drift=${drift}`);
  if (drift > 0) process.exitCode = 1;
}

function lineOf(best: readonly Measured[], { contracts, options, spot }: Record<ProductName, Runs>): string {
  const { domain, http, half } = contracts;
  const [rate, httpRate, bare] = [median(domain, 'rate'), median(http, 'rate'), median(best, 'rate')];
  const processor = median(best, 'processor') / median(domain, 'processor');
  const serving = median(best, 'serving') / median(http, 'serving');
  const ratios = `ratio=${(rate / bare).toFixed(1)} http_ratio=${(httpRate / bare).toFixed(1)}`;
  const rates = `domain=${whole(rate)}/s http=${whole(httpRate)}/s bare=${whole(bare)}/s`;
  const waits = `p50_half=${middle(half, 'p50')}ms p99_half=${middle(half, 'p99')}ms`;
  const times = `processor=${processor.toFixed(1)} http_processor=${serving.toFixed(1)}`;
  const others = `${besideContracts('options', options, contracts)} ${besideContracts('spot', spot, contracts)}`;
  return `orders ${ratios} ${rates} ${waits} ${times} ${others}`;
}

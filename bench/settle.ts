import { startNats } from '../scripts/nats.ts';
import { describeRound, type Mix, openBurst, type Round, ratioOf } from './settle-burst.ts';
import { contracts, options, spot } from './settle-products.ts';
import { benchSteady } from './settle-steady.ts';
import { quantile } from './tape-clients.ts';

// Orders that all end at one tick: our settlers against SQL that writes the same rows without deriving the results, on
// the same tables without our constraints and triggers. Then orders that end continuously at a real feed's ticks: the
// time from each tick to its bookings.
const orders = Number(process.env.SETTLE_ORDERS ?? 600_000);
const rounds = Number(process.env.SETTLE_ROUNDS ?? 2);
const seconds = Number(process.env.SETTLE_SECONDS ?? 30);
const settlers = 2;
const perSlot = 1000;

const mixed = (all: number): Mix => [
  { product: contracts, count: 0.6 * all },
  { product: options, count: 0.3 * all },
  { product: spot, count: 0.1 * all },
];
/** Orders that end together: all products, and each alone with a third of the number. */
const mixes: Record<string, Mix> = {
  mixed: mixed(orders),
  contracts: [{ product: contracts, count: orders / 3 }],
  options: [{ product: options, count: orders / 3 }],
  spot: [{ product: spot, count: orders / 3 }],
};

/**
 * Prints one line at the end: `settle ratio=R ours=N/s bare=N/s p50=Nms p99=Nms processor=R contracts=R options=R
 * spot=R`. `processor` is the ratio in processor time, and the last three are the ratios of each product alone.
 */
export async function benchSettle(): Promise<void> {
  const nats = await startNats();
  const late = await benchSteady(nats.url, settlers, mixed(perSlot), seconds);
  const burst = await openBurst(nats.url, settlers, orders);
  const ended = new Map<string, Round[]>(Object.keys(mixes).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++)
    for (const [name, mix] of Object.entries(mixes)) {
      const took = await burst.round(mix);
      ended.get(name)!.push(took);
      console.log(describeRound(`round ${round}, ${name}`, took));
    }
  await burst.close();
  await nats.kill();
  const p99 = quantile(late, 0.99);
  const { ratio, processor, ours, bare } = ratioOf(ended.get('mixed')!);
  const stream = `p50=${quantile(late, 0.5).toFixed(0)}ms p99=${p99.toFixed(0)}ms`;
  const alone = ['contracts', 'options', 'spot'].map((name) => `${name}=${ratioOf(ended.get(name)!).ratio.toFixed(2)}`);
  console.log(
    `settle ratio=${ratio.toFixed(2)} ours=${ours.toFixed(0)}/s bare=${bare.toFixed(0)}/s ${stream} processor=${processor.toFixed(2)} ${alone.join(' ')}`,
  );
  if (ratio < 0.7 || p99 > 1000) process.exitCode = 1;
}

import { setTimeout as pause } from 'node:timers/promises';
import { coins, partsPerUnit } from '../protocol/src/market/coins.ts';
import { formatUnits } from '../protocol/src/money.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { callOf, quotesFrom } from './callers.ts';
import { type HttpRequest, headLines, openLines } from './http-lines.ts';
import { type Quotes, sent } from './orders-wishes.ts';
import { quantile } from './tape-clients.ts';

// A process that sends the calls of all users at a constant rate, whether or not earlier calls are answered.
export type Load = { port: number; origin: string; users: number; rate: number; seconds: number; files: string[] };
const kinds = ['contract', 'option', 'spot', 'transfer', 'topUp', 'records', 'page'] as const;
export type Kind = (typeof kinds)[number];
/** `answered`: the ids of everything that was confirmed. */
export type LoadResult = {
  answered: Record<Kind, string[]>;
  counts: Record<Kind, number>;
  p50: number;
  p99: number;
  worst: Record<Kind, number>;
  refused: number;
  /** Options that were refused because their quote had expired or the price had moved beyond it, as the site promises. */
  expired: number;
  took: number;
};

/** Out of a hundred calls. Three quarters are orders. */
const mix: Record<Kind, number> = { contract: 50, option: 12, spot: 13, transfer: 8, topUp: 2, records: 10, page: 5 };
const drawn = kinds.flatMap((kind) => Array<Kind>(mix[kind]).fill(kind));
const connections = 128;
const addresses = Array.from({ length: 16 }, (_, i) => `127.2.0.${i + 1}`);
const heldFor = 5000; // until coins that were bought can be sold

const below = (count: number) => Math.floor(Math.random() * count);
type Call = { owner: number; path: string; body: object; id: string };
type Bought = { owner: number; coin: (typeof coins)[number]; at: number };

/** Buys a coin for 20 USDT, or sells a tenth of an earlier purchase. */
function spotCalls(anyUser: () => number) {
  const bought: Bought[] = [];
  return (): Call => {
    const [oldest] = bought;
    const sells = oldest !== undefined && performance.now() - oldest.at > heldFor && below(10) < 4;
    if (sells) bought.shift();
    const { owner, coin } = sells ? oldest : { owner: anyUser(), coin: coins[below(coins.length)]! };
    if (!sells) bought.push({ owner, coin, at: performance.now() });
    const id = newId();
    const some = formatUnits((2_000_000n * partsPerUnit(coin.id)) / coin.start, coin.symbol);
    const body = { id, symbol: coin.symbol, side: sells ? 'sell' : 'buy', given: sells ? some : '20', spreadBp: 10 };
    return { owner, path: '/index/spot/trade', body, id };
  };
}

/** Generates the next requests. */
function requests({ origin, users, files }: Load, quotes: Quotes) {
  const anyUser = () => 1 + below(users);
  const spot = spotCalls(anyUser);
  const calls: Record<Exclude<Kind, 'page'>, () => Call> = {
    contract: () => placed('contracts'),
    option: () => placed('options'),
    spot,
    transfer: () => {
      const id = newId();
      const [from, to] = below(2) === 0 ? ['fund', 'contract'] : ['contract', 'fund'];
      return { owner: anyUser(), path: '/index/assets/transfer', body: { id, from, to, amount: '1' }, id };
    },
    topUp: () => {
      const id = newId();
      const body = { id, amount: '20', card: { brand: 'Visa', lastFour: '4242' } };
      return { owner: anyUser(), path: '/index/deposit/card', body, id };
    },
    records: () => ({ owner: anyUser(), path: '/index/records/list', body: {}, id: '' }),
  };
  const placed = (product: 'contracts' | 'options'): Call => {
    const owner = anyUser();
    const { path, body } = sent(product, owner, quotes);
    const wish = JSON.parse(body) as { id: string };
    return { owner, path, body: wish, id: wish.id };
  };
  return (kind: Kind): { text: string; id: string } => {
    if (kind === 'page') {
      const file = files[below(files.length)]!;
      return { text: headLines(`GET ${file}`, { host: '127.0.0.1', 'accept-encoding': 'gzip, br' }), id: '' };
    }
    const { owner, path, body, id } = calls[kind]();
    return { text: callOf(owner, origin, { path, body: JSON.stringify(body) }), id };
  };
}

const ofKinds = <T>(make: () => T) => Object.fromEntries(kinds.map((kind) => [kind, make()])) as Record<Kind, T>;

/** A new tape has too few ticks for pricing. */
async function firstQuotes(ask: () => Promise<Quotes>): Promise<Quotes> {
  for (let tries = 0; tries < 20; tries++) {
    const quotes = await ask().catch(() => undefined);
    if (quotes) return quotes;
    await pause(500);
  }
  return ask();
}

async function run(load: Load): Promise<LoadResult> {
  const { port, origin, users, rate, seconds } = load;
  const quotes = await firstQuotes(() => quotesFrom({ port, origin, anyUser: () => 1 + below(users), flash: true }));
  const [answered, waits] = [ofKinds<string[]>(() => []), ofKinds<number[]>(() => [])];
  let [refused, expired] = [0, 0];
  const request = requests(load, quotes);
  const next = (): HttpRequest => {
    const kind = drawn[below(drawn.length)]!;
    const { text, id } = request(kind);
    const heard = (body: string, milliseconds: number) => {
      waits[kind].push(milliseconds);
      if (kind === 'page' || body.startsWith('{"code":200')) {
        if (id) answered[kind].push(id);
      } else if (body.includes('"quote_expired"')) expired++;
      else if (refused++ < 5) console.error(`${kind}: ${body.slice(0, 200)}`);
    };
    return { text, heard };
  };
  const lines = await openLines(connections, [port], addresses);
  const took = await lines.sendEvenly(seconds, rate, next);
  await pause(3000);
  lines.close();
  await quotes.stop();
  const all = kinds.flatMap((kind) => waits[kind]);
  return {
    answered,
    counts: Object.fromEntries(kinds.map((kind) => [kind, waits[kind].length])) as Record<Kind, number>,
    worst: Object.fromEntries(kinds.map((kind) => [kind, quantile(waits[kind], 0.99)])) as Record<Kind, number>,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    refused,
    expired,
    took,
  };
}

process.once('message', async (load: Load) => {
  process.send!(await run(load), () => process.disconnect!());
});

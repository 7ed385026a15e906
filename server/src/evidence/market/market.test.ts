import * as protocol from '@glasshouse/protocol/market/calls';
import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { checkRun } from '@glasshouse/protocol/market/proof';
import { readTicks, runOf } from '@glasshouse/protocol/market/ticks-file';
import { expect, test } from 'vitest';
import { minutes } from '#platform/runtime/clock.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { closeMinutes } from './candles.ts';
import { latestPrices } from './market.ts';
import { percentChange } from './quotes.ts';

type Ticks = { slot: number; price: number }[];

/** Five hours of ticks at uneven distances, with the minutes closed at random moments. */
async function fiveHours() {
  const world = await newWorld();
  const tape = await openTape(world);
  const ticks: Ticks = [];
  let state = 12_345;
  const chance = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const end = tape.now();
  let price = 6_400_000;
  for (let slot = end - 5 * 7200; slot < end; slot += 1 + chance(chance(5) === 0 ? 700 : 60)) {
    price += chance(2001) - 1000;
    await tape.write(slot, price, 300_000);
    ticks.push({ slot, price });
    if (chance(25) === 0) await closeMinutes(tape.db, [1, 2], Math.floor(slot / 120));
  }
  return { world, tape, ticks, end };
}

function plainCandles(ticks: Ticks, seconds: number) {
  const groups = Map.groupBy(ticks, ({ slot }) => Math.floor(slot / 2 / seconds));
  return [...groups].map(([start, list]) => {
    const prices = list.map(({ price }) => price);
    const show = (units: number) => formatPrice(BigInt(units), 2);
    return {
      time: start * seconds,
      open: show(prices[0]!),
      high: show(Math.max(...prices)),
      low: show(Math.min(...prices)),
      close: show(prices.at(-1)!),
      volume: String(prices.length * 10),
    };
  });
}

test('candles of every period match the ticks, page by page, whenever the minutes were closed', async () => {
  const { world, ticks } = await fiveHours();
  const visitor = world.visitor();
  for (const period of Object.keys(periods) as Period[]) {
    const found: protocol.Candle[] = [];
    let before: number | undefined;
    for (let pages = 0; pages < 200; pages++) {
      const input = { symbol: 'BTC', period, limit: 500, ...(before !== undefined && { before }) };
      const { code, data } = await visitor.call(protocol.listCandles, input);
      expect(code).toBe(200);
      found.unshift(...data.candles);
      if (data.older === null) break;
      before = data.older;
    }
    expect(found, period).toEqual(plainCandles(ticks, periods[period]));
  }
});

test('quotes cover the last 24 hours up to the newest tick', async () => {
  const { world, tape, ticks } = await fiveHours();
  const prices = ticks.map(({ price }) => price);
  const { data } = await world.visitor().call(protocol.listMarket, {});
  const show = (units: number) => formatPrice(BigInt(units), 2);
  expect(data.quotes.map((quote) => quote.symbol)).toEqual(['BTC', 'ETH']);
  expect(data.quotes[0]).toMatchObject({
    price: show(prices.at(-1)!),
    open: show(prices[0]!),
    high: show(Math.max(...prices)),
    low: show(Math.min(...prices)),
    volume: String(prices.length * 10),
    change: percentChange(BigInt(prices[0]!), BigInt(prices.at(-1)!)),
    slot: ticks.at(-1)!.slot,
  });
  expect(data.slot).toBe(ticks.at(-1)!.slot);
  expect(data.quotes[0]!.spark.length).toBeGreaterThan(8);
  expect((await latestPrices(world.db)).get('BTC')).toMatchObject({ price: BigInt(prices.at(-1)!), decimals: 2 });

  // A day later the first hours have left the window.
  world.pass(minutes(60 * 22));
  await tape.write(tape.now(), 6_500_000, 300_000);
  await closeMinutes(tape.db, [1, 2], Math.floor(tape.now() / 120) + 1);
  const from = tape.now() + 120 - (tape.now() % 120) - 172_800;
  const kept = ticks.filter(({ slot }) => slot >= from).map(({ price }) => price);
  const later = await world.visitor().call(protocol.listMarket, {});
  expect(later.data.quotes[0]).toMatchObject({
    price: '65000.00',
    open: show(kept[0]!),
    volume: String((kept.length + 1) * 10),
  });
});

test('an hour of ticks is a file with its own proof; an hour without ticks is not found', async () => {
  const { world, ticks, end } = await fiveHours();
  const hour = (slot: number) => new Date(slot * 500).toISOString().slice(0, 13);
  const visitor = world.visitor();
  for (const at of [end - 2 * 7200, end - 1]) {
    const { data } = await visitor.call(protocol.downloadTicks, { symbol: 'BTC', hour: hour(at) });
    expect(data.text).toContain('Simulated');
    const file = readTicks(data.text);
    const first = at - (at % 7200);
    const wanted = ticks.filter(({ slot }) => slot >= first && slot < first + 7200).map(({ slot }) => slot);
    expect(file.ticks.map((tick) => tick.slot).slice(0, wanted.length)).toEqual(wanted);
    expect(await checkRun({ ...runOf(file), ...file.proof! })).toBeUndefined();
  }
  expect(await visitor.call(protocol.downloadTicks, { symbol: 'BTC', hour: '2020-01-01T00' })).toMatchObject({
    code: 404,
  });
  expect(await visitor.call(protocol.downloadTicks, { symbol: 'BTC', hour: '2020-99-01T00' })).toMatchObject({
    code: 404,
  });
  expect(await visitor.call(protocol.downloadTicks, { symbol: 'NOPE', hour: hour(end) })).toMatchObject({ code: 400 });

  const proof = await visitor.call(protocol.proveTicks, { symbol: 'BTC', slots: [ticks[5]!.slot, ticks[9]!.slot] });
  expect(proof.code).toBe(200);
  for (const run of proof.data.runs) expect(await checkRun(run as never)).toBeUndefined();
  const tape = await visitor.call(protocol.showTape, {});
  expect(tape.data.checkpoints[0]!.publicKey).toBe(tape.data.keys[0]!.publicKey);
  expect(tape.data).toMatchObject({ source: null, shows: { madeAgain: false, complete: false } });
});

test('favorites belong to one person and persist', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  expect((await ann.call(protocol.listFavourites, {})).data).toEqual({ symbols: [] });
  await ann.call(protocol.setFavourite, { symbol: 'SOL', favourite: true });
  await ann.call(protocol.setFavourite, { symbol: 'SOL', favourite: true });
  const both = await ann.call(protocol.setFavourite, { symbol: 'BTC', favourite: true });
  expect(both.data).toEqual({ symbols: ['BTC', 'SOL'] });
  expect((await bob.call(protocol.listFavourites, {})).data).toEqual({ symbols: [] });
  const left = await ann.call(protocol.setFavourite, { symbol: 'SOL', favourite: false });
  expect(left.data).toEqual({ symbols: ['BTC'] });
  expect((await world.visitor().call(protocol.listFavourites, {})).code).toBe(401);
  expect((await ann.call(protocol.setFavourite, { symbol: 'XXX', favourite: true })).code).toBe(400);
});

test('percent change is exact, halves away from zero, and never "-0.00"', () => {
  expect(percentChange(6_399_030n, 6_399_030n)).toBe('0.00');
  expect(percentChange(100_000n, 99_999n)).toBe('0.00');
  expect(percentChange(20_000n, 19_999n)).toBe('-0.01');
  expect(percentChange(10_000n, 10_642n)).toBe('6.42');
  expect(percentChange(100n, 12_345n)).toBe('12245.00');
  expect(coinBySymbol('BTC')?.id).toBe(1);
});

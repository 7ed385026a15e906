import { coinById, coins } from '@glasshouse/protocol/market/coins';
import { slotAt, slotMs, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { correctModel } from '@glasshouse/protocol/options/model';
import { fairOf, isByGenerator, type PriceInputs } from '@glasshouse/protocol/options/quote';
import { type Reading, readingFor, volatilityOf } from '@glasshouse/protocol/options/volatility';
import { type Price, type Span, waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import { closesOf, generatorOf, headsSince, newestRun, ticksBetween } from '#evidence/market/market.ts';
import type { Db } from '#platform/database/db.ts';
import { moneySettings } from '#site/site/site.ts';
import { headMayDiffer, ruleAt } from '../orders/orders.ts';

/** The terms that all coins share. */
type Agreed = { model: number; rule: number; spreadBp: number; exposure: bigint };
/**
 * The inputs of every price by one tick. They follow from the tape and the settings, so they are the same for every
 * user and on every server.
 */
export type Ground = Agreed & {
  slot: number;
  price: bigint;
  /** The inputs of prices for this many slots, by a model; undefined while the tape is too short. */
  priceInputs: (slots: number, model?: number) => PriceInputs | undefined;
  /** The fair value of an option, computed once for all callers. */
  fair: (option: { side: Side; strike: bigint }, by: PriceInputs, slots: number) => bigint;
};
export type Pricer = {
  /** By the tick of a slot; undefined if there is none. */
  at: (db: Db, symbol: number, slot: number, now: Date) => Promise<Ground | undefined>;
  /** By the newest tick at the time of the call; undefined while prices are paused. */
  newest: (db: Db, symbol: number, now: Date) => Promise<Ground | undefined>;
};

/** How many slots the newest tick may differ from the clock. */
export const maxSlotDrift = headMayDiffer / slotMs;
const isNow = (slot: number, now: Date): boolean => Math.abs(slotAt(now.getTime()) - slot) <= maxSlotDrift;

const everyCoin = coins.map(({ id }) => id);
const maxKept = 600; // grounds: a few seconds of all coins
const maxSlots = 60;
const maxFair = 2000; // cached values of one ground
type CachedPrices = { first: number; last: number; prices: Price[] };

/** Caches the newest answers and computes each once for all callers. Failed reads and missing values are not cached. */
function remember<K, V>(limit: number) {
  const kept = new Map<K, Promise<V | undefined>>();
  return (key: K, make: () => Promise<V | undefined>): Promise<V | undefined> => {
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    if (kept.size > limit) kept.delete(kept.keys().next().value!);
    made.then(
      (value) => value === undefined && kept.delete(key),
      () => kept.delete(key),
    );
    return made;
  };
}

/** Shares reads between callers. A read never starts before its call: calls during a read all get the next one. */
function shareReads<V>() {
  let now: Promise<V> | undefined;
  let next: Promise<V> | undefined;
  return (read: () => Promise<V>): Promise<V> => {
    const begin = () => {
      next = undefined;
      const made = read();
      now = made;
      const end = () => {
        if (now === made) now = undefined;
      };
      made.then(end, end);
      return made;
    };
    if (!now) return next ?? begin();
    next ??= now.then(begin, begin);
    return next;
  };
}

/** The model for pricing options that are quoted by the tick of a slot. The database expects the same. */
async function modelAt(db: Db, slot: number, rule: number): Promise<number> {
  const generator = waitsForAll(rule) ? await generatorOf(db, slot) : undefined;
  const byEstimate = (await newestRun(db))?.source === 'synthetic' ? 2 : 1;
  return correctModel(byEstimate, rule, generator) ?? byEstimate;
}

/**
 * Caches what was read from the tape for as long as it may be requested. Callers wait for each other's
 * reads. So opening must use another connection pool than quoting, or each could hold connections that the other needs.
 */
export function createPricer(): Pricer {
  const groundAt = remember<string, Ground>(maxKept);
  const agreedAt = remember<number, Agreed>(maxSlots);
  const ticks = new Map<number, CachedPrices>();
  const closes = new Map<number, CachedPrices>();
  const newestSlots = shareReads<Map<number, number>>();

  /** Minutes that have ended don't change, so only new ones are read. */
  async function readCloses(db: Db, symbol: number, first: number, last: number) {
    const kept = closes.get(symbol);
    const goesOn = kept !== undefined && kept.first <= first && kept.last >= first && kept.last <= last;
    const from = goesOn ? kept.last + slotsPerMinute : first;
    const added = from <= last ? await closesOf(db, symbol, from, last) : [];
    const prices = [...(goesOn ? kept.prices : []), ...added].filter(({ slot }) => slot >= first);
    closes.set(symbol, { first, last, prices });
    return prices;
  }

  /**
   * Reads only the ticks of the current ten minutes that are newer than the cached ones. Ticks are written in order, so
   * none is missing before a cached one.
   */
  async function readTicks(db: Db, symbol: number, { first, last }: Span): Promise<Price[]> {
    const kept = ticks.get(symbol);
    const isSame = kept?.first === first;
    const known = isSame ? kept.prices : [];
    const from = isSame ? kept.last + 1 : first;
    const rows = from <= last ? await ticksBetween(db, symbol, from, last, last - from + 1) : [];
    const prices = [...known, ...rows.map(({ slot, price }) => ({ slot: Number(slot), price }))];
    const newest = prices.at(-1)?.slot;
    if (newest !== undefined && (!kept || first > kept.first || (isSame && newest > kept.last)))
      ticks.set(symbol, { first, last: newest, prices });
    return prices.filter(({ slot }) => slot <= last);
  }

  /** Undefined if the slot has no tick. */
  async function readingOf(db: Db, symbol: number, slot: number): Promise<Reading | undefined> {
    const span = readingFor(slot);
    const ticks = await readTicks(db, symbol, span.ticks);
    if (ticks.at(-1)?.slot !== slot) return undefined;
    return { ticks, minutes: await readCloses(db, symbol, span.minutes.first, span.minutes.last) };
  }

  async function readAgreed(db: Db, slot: number, now: Date): Promise<Agreed> {
    const { optionSpreadBp, optionExposure } = await moneySettings(db, now);
    const rule = await ruleAt(db, now);
    return { model: await modelAt(db, slot, rule), rule, spreadBp: optionSpreadBp, exposure: optionExposure };
  }

  async function makeGround(db: Db, symbol: number, slot: number, now: Date): Promise<Ground | undefined> {
    const reading = await readingOf(db, symbol, slot);
    if (!reading) return undefined;
    const { price } = reading.ticks.at(-1)!;
    const agreed = (await agreedAt(slot, () => readAgreed(db, slot, now)))!;
    const coin = coinById(symbol)!;
    const estimate = volatilityOf(reading, slot);
    const volatilityBy = (model: number, slots: number) =>
      isByGenerator(model) ? meanVolatility(coin, slot, slots) : estimate(slots);
    const by = new Map<string, PriceInputs | undefined>();
    const fairs = new Map<string, bigint>();
    return {
      ...agreed,
      ...{ slot, price },
      priceInputs: (slots, model = agreed.model) => {
        const name = `${slots} ${model}`;
        if (!by.has(name)) {
          const volatility = volatilityBy(model, slots);
          by.set(name, volatility === undefined ? undefined : { slot, price, volatility, model });
        }
        return by.get(name);
      },
      fair: ({ side, strike }, priceInputs, slots) => {
        const name = `${side} ${strike} ${slots} ${priceInputs.volatility} ${priceInputs.model}`;
        const known = fairs.get(name);
        if (known !== undefined) return known;
        const fair = fairOf({ side, strike }, priceInputs, slots);
        if (fairs.size < maxFair) fairs.set(name, fair);
        return fair;
      },
    };
  }

  const at: Pricer['at'] = (db, symbol, slot, now) =>
    groundAt(`${symbol} ${slot}`, () => makeGround(db, symbol, slot, now));

  return {
    at,
    // A buyer may have seen the newest tick already, so an answer from a moment ago is too old.
    newest: async (db, symbol, now) => {
      const slots = await newestSlots(async () => {
        const heads = await headsSince(db, everyCoin, slotAt(now.getTime()) - maxSlotDrift);
        return new Map(heads.map((head) => [head.symbol, Number(head.slot)]));
      });
      const slot = slots.get(symbol);
      if (slot === undefined || !isNow(slot, now)) return undefined;
      // An earlier caller may have requested it before it existed, and that read may still be in progress.
      return (await at(db, symbol, slot, now)) ?? at(db, symbol, slot, now);
    },
  };
}

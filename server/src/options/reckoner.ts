import { slotsPerMinute } from '@glasshouse/protocol/market/tape';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { fairOf, type Reckoned } from '@glasshouse/protocol/options/quote';
import { type Reading, readingFor, volatilityOf } from '@glasshouse/protocol/options/volatility';
import { closesOf, newestRun, ticksBetween } from '../market/market.ts';
import { ruleAt } from '../orders/orders.ts';
import type { Db } from '../platform/db.ts';
import { moneySettings } from '../site/site.ts';

/** What every price by one tick is reckoned from. The same for everybody, on every server: the tape says it, and the settings. */
export type Ground = {
  slot: number;
  price: bigint;
  model: number;
  rule: number;
  spreadBp: number;
  exposure: bigint;
  /** What lives so many slots moves; undefined where the tape is too young to tell. */
  reckoned: (slots: number) => Reckoned | undefined;
  /** The fair value of one coin's option, reckoned once however many ask. */
  fair: (option: { side: Side; strike: bigint }, by: Reckoned, slots: number) => bigint;
};
export type Reckoner = {
  /** By the tick of a slot; undefined if there is none. */
  at: (db: Db, symbol: number, slot: number, now: Date) => Promise<Ground | undefined>;
};

const mostKept = 600; // grounds: a few seconds of all coins
const mostFair = 2000; // values kept of one ground
type Closes = { first: number; last: number; prices: { slot: number; price: bigint }[] };

/** Keeps what was read of the tape for as long as anybody may ask for it. */
export function createReckoner(): Reckoner {
  const grounds = new Map<string, Promise<Ground | undefined>>();
  const readings = new Map<number, { to: number; reading: Promise<Reading> }>();
  const closes = new Map<number, Closes>();

  /** Minutes that have ended stay as they are: only new ones are read. */
  async function readCloses(db: Db, symbol: number, first: number, last: number) {
    const kept = closes.get(symbol);
    const goesOn = kept !== undefined && kept.first <= first && kept.last >= first && kept.last <= last;
    const from = goesOn ? kept.last + slotsPerMinute : first;
    const added = from <= last ? await closesOf(db, symbol, from, last) : [];
    const prices = [...(goesOn ? kept.prices : []), ...added].filter(({ slot }) => slot >= first);
    closes.set(symbol, { first, last, prices });
    return prices;
  }

  async function read(db: Db, symbol: number, { ticks, minutes }: ReturnType<typeof readingFor>): Promise<Reading> {
    const rows = await ticksBetween(db, symbol, ticks.first, ticks.last, ticks.last - ticks.first + 1);
    return {
      ticks: rows.map(({ slot, price }) => ({ slot: Number(slot), price })),
      minutes: await readCloses(db, symbol, minutes.first, minutes.last),
    };
  }

  /** One reading of a coin serves all ticks of five seconds. */
  function readingOf(db: Db, symbol: number, slot: number): Promise<Reading> {
    const span = readingFor(slot);
    const kept = readings.get(symbol);
    if (kept?.to === span.ticks.last) return kept.reading;
    const reading = read(db, symbol, span);
    // An older tick's reading is not kept: the newest serves nearly everybody.
    if (!kept || kept.to < span.ticks.last) readings.set(symbol, { to: span.ticks.last, reading });
    reading.catch(() => readings.delete(symbol));
    return reading;
  }

  async function makeGround(db: Db, symbol: number, slot: number, now: Date): Promise<Ground | undefined> {
    const [tick] = await ticksBetween(db, symbol, slot, slot, 1);
    if (!tick) return undefined;
    const { optionSpreadBp, optionExposure } = await moneySettings(db as never, now);
    const model = (await newestRun(db))?.source === 'synthetic' ? 2 : 1;
    const moves = volatilityOf(await readingOf(db, symbol, slot), slot);
    const by = new Map<number, Reckoned | undefined>();
    const fairs = new Map<string, bigint>();
    return {
      ...{ slot, price: tick.price, model, spreadBp: optionSpreadBp, exposure: optionExposure },
      rule: await ruleAt(db, now),
      reckoned: (slots) => {
        if (!by.has(slots)) {
          const volatility = moves(slots);
          by.set(slots, volatility === undefined ? undefined : { slot, price: tick.price, volatility, model });
        }
        return by.get(slots);
      },
      fair: ({ side, strike }, reckoned, slots) => {
        const name = `${side} ${strike} ${slots} ${reckoned.volatility}`;
        const known = fairs.get(name);
        if (known !== undefined) return known;
        const fair = fairOf({ side, strike }, reckoned, slots);
        if (fairs.size < mostFair) fairs.set(name, fair);
        return fair;
      },
    };
  }

  return {
    at: async (db, symbol, slot, now) => {
      const name = `${symbol} ${slot}`;
      const known = grounds.get(name);
      if (known) return known;
      const made = makeGround(db, symbol, slot, now);
      grounds.set(name, made);
      if (grounds.size > mostKept) grounds.delete(grounds.keys().next().value!);
      // What could not be read, or is not there yet, is looked for again.
      made.then(
        (ground) => !ground && grounds.delete(name),
        () => grounds.delete(name),
      );
      return made;
    },
  };
}

import { z } from 'zod';
import { endpoint, nothing, usersActing, usersReading, visitorsReading } from '../endpoint.ts';
import { type Period, periods } from './candle-periods.ts';
import { coins } from './coins.ts';

export const symbol = z.enum(coins.map((coin) => coin.symbol) as [string, ...string[]]);
const price = z.string().regex(/^\d+(\.\d+)?$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const slot = z.int().min(0);

export const period = z.enum(Object.keys(periods) as [Period, ...Period[]]);

const quote = z.object({
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  price,
  open: price.describe('The price 24 hours ago, which `change` refers to.'),
  change: z.string().describe('Percent over 24 hours with two decimals, e.g. "-3.88".'),
  high: price,
  low: price,
  volume: z.string().describe('Whole USDT over 24 hours, simulated like everything here.'),
  spark: z.array(price).max(49).describe('One price per half hour of the last 24, oldest first.'),
  slot,
});
export type Quote = z.output<typeof quote>;

const candle = z.object({
  time: z.int().describe('Seconds since 1970 at which the candle begins.'),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: z.string(),
});
export type Candle = z.output<typeof candle>;

export const listMarket = endpoint({
  method: 'POST',
  path: '/index/market/list',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'All coins with price, 24 hour change, high, low, volume and sparkline.',
  input: nothing,
  output: z.object({
    time: z.int().describe('The server’s clock, milliseconds since 1970.'),
    slot: slot.nullable().describe('The newest slot on the tape.'),
    source: z.string().nullable(),
    quotes: z.array(quote),
  }),
  errors: [],
});

export const listCandles = endpoint({
  method: 'POST',
  path: '/index/market/candles',
  auth: 'visitor',
  limit: visitorsReading,
  summary:
    'Candles of one coin, oldest first. A period without a tick has no candle. For older ones, set `before` to `older`.',
  input: z.object({
    symbol,
    period,
    before: z.int().min(0).optional().describe('Only candles that begin before this second.'),
    limit: z.int().min(1).max(500).default(200),
  }),
  output: z.object({
    candles: z.array(candle),
    older: z.int().nullable().describe('Null if there are no older ones.'),
  }),
  errors: [],
});

const signedCheckpoint = z.object({
  slot,
  size: z.int(),
  root: hash,
  previous: hash,
  publicKey: hash,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export const beacon = z.object({
  name: z.string(),
  hash,
  publicKey: z.string().regex(/^[0-9a-f]{192}$/),
  genesis: z.int(),
  groupHash: hash,
});
const tapeDay = z.object({
  day: z.string().describe('YYYY-MM-DD, UTC'),
  commitment: hash,
  announcedSlot: slot,
  publicKey: hash,
  signature: z.string(),
  version: z.int(),
  revealed: z
    .object({
      seed: hash,
      opens: z.array(z.object({ symbol: z.int(), price: z.string() })),
      beacon: beacon
        .extend({ firstSlot: slot.describe("The first slot of the day's prices, usually the day's first slot.") })
        .nullable()
        .describe('Since version 2: the beacon whose rounds the day is made from, together with its seed.'),
    })
    .nullable()
    .describe('Null until the day is over.'),
});
export type TapeDay = z.output<typeof tapeDay>;

export const showTape = endpoint({
  method: 'POST',
  path: '/index/market/tape',
  auth: 'visitor',
  limit: visitorsReading,
  summary:
    'Everything needed to check the tape: its keys, the days’ commitments and revealed seeds, newest checkpoints and gaps.',
  input: nothing,
  output: z.object({
    source: z.string().nullable(),
    shows: z
      .object({
        madeAgain: z
          .boolean()
          .describe('Whether anyone can regenerate its prices. Otherwise only our signature vouches for their origin.'),
        complete: z.boolean().describe('Whether every slot has a price. Otherwise a missing slot is a signed gap.'),
      })
      .describe('What can be proved about the current source, and what not.'),
    keys: z.array(z.object({ publicKey: hash, sinceSlot: slot })),
    days: z.array(tapeDay).describe('Tomorrow, today and previous days, newest first, at most 31.'),
    beacon: beacon
      .extend({
        knownToOperator: z.boolean().describe('Whether it is our own beacon, whose rounds we can compute in advance.'),
      })
      .nullable()
      .describe('The beacon whose rounds new prices are made from.'),
    checkpoints: z.array(signedCheckpoint),
    late: z
      .array(z.object({ firstSlot: slot, lastSlot: slot, writtenSlot: slot, reason: z.string() }))
      .describe('Slots that were written more than two seconds after their time.'),
    gaps: z.array(z.object({ firstSlot: slot, lastSlot: slot, symbol: z.string().nullable(), reason: z.string() })),
  }),
  errors: [],
});

export const downloadTicks = endpoint({
  method: 'POST',
  path: '/index/market/ticks',
  auth: 'visitor',
  limit: { per: 'address', burst: 120, everySeconds: 1 },
  summary: 'All ticks of one coin in one UTC hour as a text file with its proof, for `glasshouse-verify ticks`.',
  input: z.object({ symbol, hour: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/) }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: ['not_found'],
});

export const downloadRounds = endpoint({
  method: 'POST',
  path: '/index/market/rounds',
  auth: 'visitor',
  limit: { per: 'address', burst: 60, everySeconds: 1 },
  summary: 'The beacon’s rounds that the prices of one UTC hour are made from, for `glasshouse-verify day`.',
  input: z.object({ hour: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/) }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: ['not_found'],
});

export const run = z.object({
  symbol: z.int(),
  before: hash,
  ticks: z.array(
    z.object({
      slot,
      price: z.string(),
      hash,
      heard: z
        .object({ source: z.string(), at: z.int().min(0), message: hash })
        .optional()
        .describe(
          "For an external source: its name, when its message was received, and the message's SHA-256, see /heard/HASH.",
        ),
    }),
  ),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash })),
  checkpoint: signedCheckpoint,
});
export const proveTicks = endpoint({
  method: 'POST',
  path: '/index/market/proof',
  auth: 'visitor',
  limit: { per: 'address', burst: 240, everySeconds: 0.25 },
  summary: 'For each slot the first tick at or after it, with its neighbours, chained to a signed checkpoint.',
  input: z.object({ symbol, slots: z.array(slot).min(1).max(4) }),
  output: z.object({ runs: z.array(run) }),
  errors: ['not_found'],
});

export const listFavourites = endpoint({
  method: 'POST',
  path: '/index/market/favourites',
  auth: 'user',
  limit: usersReading,
  summary: "The user's favorite coins.",
  input: nothing,
  output: z.object({ symbols: z.array(z.string()) }),
  errors: [],
});
export const setFavourite = endpoint({
  method: 'POST',
  path: '/index/market/setFavourite',
  auth: 'user',
  limit: usersActing,
  summary: 'Adds or removes a favorite coin. Returns all favorites.',
  input: z.object({ symbol, favourite: z.boolean() }),
  output: z.object({ symbols: z.array(z.string()) }),
  errors: [],
});

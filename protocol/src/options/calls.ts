import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersReading, visitorsReading } from '../endpoint.ts';
import { symbol } from '../market/calls.ts';
import * as orders from '../orders/shapes.ts';

const { decimal, slot, hex } = orders;
const side = z.enum(['call', 'put']);
const price = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/);
const outcome = z.enum(['win', 'lose', 'draw', 'void', 'sold']);
const seconds = z
  .int()
  .min(1)
  .max(691_200)
  .describe('Its life: 60 to 900 run from the tap, longer ones end at a full hour.');
const volatility = z.int().describe('A year’s, in millionths: 420000 is 42 %.');
const spreadBp = z.int().min(0).max(2000).describe('Hundredths of a percent: 400 is 4 %.');
const model = z
  .int()
  .describe('1: prices end at the price on average. 2: their logarithm does, as that of synthetic prices.');
const size = z.string().describe('In coin, at most eight decimals.');

/** The inputs of a price: the tick of a slot, and the volatility of the tape up to that slot. */
const reckoned = { slot: slot.describe('The tick that it was reckoned from.'), price, volatility, model };

const option = {
  symbol: z.string(),
  side,
  seconds,
  strike: price,
  size,
};
const order = z.object({
  ...orders.orderFields,
  ...option,
  terms: z
    .int()
    .optional()
    .describe(
      'The version of the terms; 1 if missing. From 2, a flash option is struck at the price of its head. From 3, a sale must be in the public log.',
    ),
  premium: decimal,
  spreadBp,
  quote: z.object(reckoned),
  sale: z.object(reckoned).nullable().describe('What it was sold back by.'),
  outcome: outcome.nullable().describe('Null until it has ended: in profit, at a loss, even, void, or sold back.'),
  payout: decimal.nullable(),
});
export type OptionOrder = z.output<typeof order>;

const signature = { publicKey: hex, signature: hex };
const quote = z.object({
  ...option,
  premium: decimal,
  spreadBp,
  rule: orders.rule,
  dueSlot: slot.nullable().describe('When it ends; null if it runs from the tap.'),
  ...reckoned,
});
export type Quote = z.output<typeof quote>;
const signedQuote = quote.extend(signature);
export type SignedQuote = z.output<typeof signedQuote>;

export const showBoard = endpoint({
  method: 'POST',
  path: '/index/option/board',
  auth: 'visitor',
  limit: visitorsReading,
  summary:
    'What can be bought on a coin: lives, strikes, what the tape has moved, spread and limits. Prices follow from these.',
  input: z.object({ symbol }),
  output: z.object({
    symbol: z.string(),
    rule: orders.rule,
    spreadBp,
    model,
    minPremium: decimal,
    maxPremium: decimal,
    maxOpen: decimal.describe('The most one user may have in open options, of which there are 1,000 at most.'),
    room: decimal.describe('What may still be opened on this coin by all together, as size times strike.'),
    slot: slot.nullable().describe('Up to which tick the tape’s moves are counted; null while there are too few.'),
    flash: z.array(z.object({ seconds, volatility })),
    clock: z.array(z.object({ seconds, dueSlot: slot, volatility, strikes: z.array(price).max(9) })),
    heldSlots: z.int().describe('For how many slots after its tick a quote is held.'),
    next: z.object({ from: z.iso.datetime(), spreadBp }).nullable().describe('The terms that are announced.'),
    time: z.int(),
  }),
  errors: [],
});
export type Board = z.output<typeof showBoard.output>;

export const quoteOption = endpoint({
  method: 'POST',
  path: '/index/option/quote',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary:
    'The price of a call and of a put by the newest tick, signed, and held for five seconds unless it is then worth more than it costs.',
  input: z.object({
    symbol,
    seconds,
    strike: price.optional().describe('Left away, it is the price of the newest tick.'),
    size: amountOf('BTC'),
  }),
  output: z.object({ call: signedQuote, put: signedQuote, time: z.int() }),
  errors: ['terms_changed', 'rule_unknown', 'tape_stale', 'volatility_unknown', 'stake_out_of_range'],
});

export const buyOption = endpoint({
  method: 'POST',
  path: '/index/option/buy',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary: 'Buys an option at its quoted price, and answers the signed slip. The same id again answers the same order.',
  input: z.object({
    id: orders.orderId,
    symbol,
    side,
    seconds,
    strike: price
      .optional()
      .describe('Left away if it runs from the tap: then it is the price of the tick that takes it.'),
    size: amountOf('BTC'),
    premium: amountOf('USDT'),
    slot: slot.describe('The tick of the quote.'),
    rule: orders.offeredUnder,
    fromFund: orders.fromFund,
    terms: z
      .int()
      .default(2)
      .describe(
        'The newest version of the terms that the caller knows. Options are opened under the newest of the site alone.',
      ),
  }),
  output: orders.signed(order),
  errors: [
    'insufficient_balance',
    'stake_out_of_range',
    'open_limit',
    'exposure_limit',
    'quote_expired',
    'volatility_unknown',
    'terms_changed',
    'rule_unknown',
    'tape_stale',
    'order_expired',
    'id_used',
    'busy',
  ],
});

export const bidOption = endpoint({
  method: 'POST',
  path: '/index/option/bid',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary:
    'What an open option would be bought back for by the newest tick: its fair value, and what that follows from.',
  input: z.object({ id: orders.orderId }),
  output: z.object({ id: orders.orderId, amount: decimal, ...reckoned, time: z.int() }),
  errors: ['not_found', 'order_ended', 'sale_closed', 'tape_stale', 'volatility_unknown', 'rule_unknown'],
});

export const sellOption = endpoint({
  method: 'POST',
  path: '/index/option/sell',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary: 'Sells an open option back at its fair value by the newest tick. Sent again, it answers the same sale.',
  input: z
    .object({ id: orders.orderId, atLeast: amountOf('USDT').describe('Nothing is sold for less.') })
    // The form that pages of releases before migration 0300 send: a sale at the displayed bid, and not for less.
    .or(
      z
        .object({ id: orders.orderId, amount: amountOf('USDT') })
        .transform(({ id, amount }) => ({ id, atLeast: amount })),
    ),
  output: z.object({ order }),
  errors: [
    'not_found',
    'order_ended',
    'sale_closed',
    'quote_expired',
    'tape_stale',
    'volatility_unknown',
    'rule_unknown',
  ],
});

export const listPositions = endpoint({
  method: 'POST',
  path: '/index/option/positions',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s open options, newest first: at most 100, and how many there are with what was paid for them.',
  input: nothing,
  output: z.object({ orders: z.array(order).max(100), count: z.int(), paid: decimal, time: z.int() }),
  errors: [],
});

export const listOrders = endpoint({
  method: 'POST',
  path: '/index/option/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s options, newest first, open ones too. Page on with `before` = `next`.',
  input: z.object({
    symbol: symbol.optional(),
    side: side.optional(),
    seconds: seconds.optional(),
    outcome: z.enum(['open', ...outcome.options]).optional(),
    ...orders.page,
  }),
  output: z.object({ orders: z.array(order), next: orders.next }),
  errors: [],
});

export const showOrder = endpoint({
  method: 'POST',
  path: '/index/option/order',
  auth: 'user',
  limit: usersReading,
  summary: 'One of the user’s options.',
  input: z.object({ id: orders.orderId }),
  output: z.object({ order, time: z.int() }),
  errors: ['not_found'],
});

export const showReceipt = endpoint({
  method: 'POST',
  path: '/index/option/receipt',
  auth: 'user',
  limit: { per: 'user', burst: 120, everySeconds: 0.5 },
  summary: 'An ended option with everything needed to recompute its price and its end.',
  input: orders.receiptInput,
  output: orders.receiptOf(order).extend({ product: z.literal('option'), log: orders.ownersLog.optional() }),
  errors: orders.receiptErrors,
});
export type OptionReceipt = z.output<typeof showReceipt.output>;

const tally = z.object({
  count: z.int(),
  inProfit: z.int(),
  paid: decimal.describe('Premiums.'),
  profit: decimal.describe('Paid out less premiums; below zero is a loss.'),
  spread: decimal.describe('What was paid above the fair value: what they cost on average, whatever came of them.'),
});
export const showResults = endpoint({
  method: 'POST',
  path: '/index/option/results',
  auth: 'user',
  limit: usersReading,
  summary: 'How the user’s ended options came out, in all, by coin and by life, with what the spread alone would cost.',
  input: z.object({ days: z.enum(['7', '30', 'all']).default('all') }),
  output: z.object({
    total: tally,
    average: decimal.describe('The mean profit of an ended option.'),
    bySymbol: z.array(z.object({ symbol: z.string(), ...tally.shape })),
    byLife: z.array(z.object({ seconds, ...tally.shape })),
  }),
  errors: [],
});
export type OptionResults = z.output<typeof showResults.output>;

/** Sent on the user's private stream once options are booked. */
export type OptionEvent = {
  type: 'option';
  orders: { id: string; outcome: OptionOrder['outcome']; payout: string }[];
};

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
  .describe('Its life: 60 to 900 begin at the tap, longer ones end at a full hour.');
const volatility = z.int().describe('A year’s, in millionths: 420000 is 42 %.');
const spreadBp = z.int().min(0).max(2000).describe('Hundredths of a percent: 400 is 4 %.');
const model = z
  .int()
  .describe('1: prices end at the price on average. 2: their logarithm does, as that of synthetic prices.');
const size = z.string().describe('In coin, at most eight decimals.');

/** The inputs of a price: the tick of a slot, and the volatility of the tape up to that slot. */
const priceInputs = { slot: slot.describe('The tick that the price was computed from.'), price, volatility, model };

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
      'The version of the terms; 1 if missing. Since 2, the strike of a flash option is the price of its head. Since 3, a sale must be in the public log.',
    ),
  premium: decimal,
  spreadBp,
  quote: z.object(priceInputs),
  sale: z.object(priceInputs).nullable().describe('The inputs of its sale price.'),
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
  dueSlot: slot.nullable().describe('When it ends. Null if its life begins at the tap.'),
  ...priceInputs,
});
export type Quote = z.output<typeof quote>;
const signedQuote = quote.extend(signature);
export type SignedQuote = z.output<typeof signedQuote>;

export const showBoard = endpoint({
  method: 'POST',
  path: '/index/option/board',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'The options available on a coin: lives, strikes, volatility, spread and limits. Prices follow from these.',
  input: z.object({ symbol }),
  output: z.object({
    symbol: z.string(),
    rule: orders.rule,
    spreadBp,
    model,
    minPremium: decimal,
    maxPremium: decimal,
    maxOpen: decimal.describe("Maximum total premium of one user's open options, of which there are at most 1,000."),
    room: decimal.describe("The remaining limit for all users' options on this coin, as size times strike."),
    slot: slot.nullable().describe('The last tick used for the volatility. Null while there are too few.'),
    flash: z.array(z.object({ seconds, volatility })),
    clock: z.array(z.object({ seconds, dueSlot: slot, volatility, strikes: z.array(price).max(9) })),
    heldSlots: z.int().describe('Slots that a quote stays valid after its tick.'),
    next: z.object({ from: z.iso.datetime(), spreadBp }).nullable().describe('The announced terms.'),
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
    'The signed prices of a call and of a put at the newest tick. Valid for five seconds, unless the option is then worth more than its price.',
  input: z.object({
    symbol,
    seconds,
    strike: price.optional().describe('If omitted, it is the price of the newest tick.'),
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
  summary: 'Buys an option at its quoted price. Returns the signed slip. The same id returns the same order.',
  input: z.object({
    id: orders.orderId,
    symbol,
    side,
    seconds,
    strike: price
      .optional()
      .describe('Omitted if its life begins at the tap: then it is the price of the tick of acceptance.'),
    size: amountOf('BTC'),
    premium: amountOf('USDT'),
    slot: slot.describe('The tick of the quote.'),
    rule: orders.offeredUnder,
    fromFund: orders.fromFund,
    terms: z
      .int()
      .default(2)
      .describe(
        "The newest version of the terms that the caller knows. Options are only opened under the site's newest version.",
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
  summary: 'The bid for an open option at the newest tick: its fair value with its inputs.',
  input: z.object({ id: orders.orderId }),
  output: z.object({ id: orders.orderId, amount: decimal, ...priceInputs, time: z.int() }),
  errors: ['not_found', 'order_ended', 'sale_closed', 'tape_stale', 'volatility_unknown', 'rule_unknown'],
});

export const sellOption = endpoint({
  method: 'POST',
  path: '/index/option/sell',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary: 'Sells an open option back at its fair value at the newest tick. A retry returns the same sale.',
  input: z
    .object({ id: orders.orderId, atLeast: amountOf('USDT').describe('The minimum price of the sale.') })
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
  summary: 'The user’s open options, newest first: at most 100, with their number and total premium.',
  input: nothing,
  output: z.object({ orders: z.array(order).max(100), count: z.int(), paid: decimal, time: z.int() }),
  errors: [],
});

export const listOrders = endpoint({
  method: 'POST',
  path: '/index/option/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s options, newest first, including open ones. For the next page, set `before` to `next`.',
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
  profit: decimal.describe('Payouts minus premiums. Negative for a loss.'),
  spread: decimal.describe('The total paid above the fair value: their average cost, whatever their results.'),
});
export const showResults = endpoint({
  method: 'POST',
  path: '/index/option/results',
  auth: 'user',
  limit: usersReading,
  summary:
    'Results of the user’s ended options in total, by coin and by life, compared with the cost of the spread alone.',
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

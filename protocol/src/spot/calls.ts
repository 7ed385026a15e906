import { z } from 'zod';
import { endpoint, nothing, usersReading, visitorsReading } from '../endpoint.ts';
import { symbol } from '../market/calls.ts';
import * as orders from '../orders/shapes.ts';

const side = z.enum(['buy', 'sell']);
const spreadBp = z.int().min(0).max(500).describe('Hundredths of a percent: 10 is 0.10 %.');
const given = z.string().describe('The amount given: USDT to buy, coin to sell.');

const order = z.object({
  ...orders.orderFields,
  side,
  given,
  spreadBp,
  outcome: z.enum(['filled', 'void']).nullable().describe('Null until the next tick is booked.'),
  received: z.string().nullable().describe('The amount received: coin for buying, USDT for selling.'),
});
export type SpotOrder = z.output<typeof order>;

export const showRules = endpoint({
  method: 'POST',
  path: '/index/spot/rules',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'The spread of buying and selling coins, the limits, and the version of the rule.',
  input: nothing,
  output: z.object({
    rule: orders.rule,
    spreadBp,
    least: orders.decimal.describe('The minimum order in USDT. Holdings worth less can only be sold completely.'),
    most: orders.decimal,
    next: z.object({ from: z.iso.datetime(), spreadBp }).nullable().describe('The announced terms.'),
  }),
  errors: [],
});

export const trade = endpoint({
  method: 'POST',
  path: '/index/spot/trade',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary: 'Buys or sells a coin at the next tick with the displayed spread. The same id returns the same order.',
  input: z.object({
    ...{ id: orders.orderId, symbol, side, given: z.string().max(24), spreadBp },
    ...{ rule: orders.offeredUnder, fromFund: orders.fromFund },
  }),
  output: orders.signed(order),
  errors: [
    'insufficient_balance',
    'stake_out_of_range',
    'terms_changed',
    'rule_unknown',
    'tape_stale',
    'order_expired',
    'id_used',
    'busy',
  ],
});

export const listHoldings = endpoint({
  method: 'POST',
  path: '/index/spot/holdings',
  auth: 'user',
  limit: usersReading,
  summary: 'The coins of the spot wallet with their average cost, its USDT, and the result of sales.',
  input: nothing,
  output: z.object({
    usdt: orders.decimal,
    coins: z.array(
      z.object({ symbol: z.string(), amount: z.string(), cost: orders.decimal.describe('The total cost.') }),
    ),
    realised: orders.decimal.describe('The proceeds of sold coins minus their cost.'),
  }),
  errors: [],
});

export const listOrders = endpoint({
  method: 'POST',
  path: '/index/spot/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s purchases and sales, newest first. For the next page, set `before` to `next`.',
  input: z.object({ symbol: symbol.optional(), side: side.optional(), ...orders.page }),
  output: z.object({ orders: z.array(order), next: orders.next }),
  errors: [],
});

export const showOrder = endpoint({
  method: 'POST',
  path: '/index/spot/order',
  auth: 'user',
  limit: usersReading,
  summary: 'One of the user’s orders of a coin.',
  input: z.object({ id: orders.orderId }),
  output: z.object({ order, time: z.int() }),
  errors: ['not_found'],
});

export const showReceipt = endpoint({
  method: 'POST',
  path: '/index/spot/receipt',
  auth: 'user',
  limit: { per: 'user', burst: 120, everySeconds: 0.5 },
  summary: 'A filled order with everything needed to recompute it.',
  input: orders.receiptInput,
  output: orders.receiptOf(order).extend({ product: z.literal('spot') }),
  errors: orders.receiptErrors,
});
export type SpotReceipt = z.output<typeof showReceipt.output>;

/** Sent on the user's private stream once orders are booked. */
export type SpotEvent = { type: 'spot'; orders: { id: string; outcome: SpotOrder['outcome'] }[] };

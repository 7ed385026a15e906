import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersReading, visitorsReading } from '../endpoint.ts';
import { symbol } from '../market/calls.ts';
import {
  decimal,
  fromFund,
  hex,
  next,
  offeredUnder,
  orderFields,
  orderId,
  page,
  receiptErrors,
  receiptInput,
  receiptOf,
  signed,
  tick,
} from '../orders/shapes.ts';

const direction = z.enum(['long', 'short']);
const outcome = z.enum(['win', 'lose', 'draw', 'void']);
const returnBp = z.int().min(1).max(10_000).describe('Hundredths of a percent: 8200 is 82 %.');

const order = z.object({
  ...orderFields,
  direction,
  seconds: z.int(),
  stake: decimal,
  returnBp,
  entry: tick.nullable().describe('While the order is open: the entry, once it is on the tape.'),
  outcome: outcome.nullable().describe('Null until the order has ended.'),
  payout: decimal.nullable(),
});
export type Order = z.output<typeof order>;

export const showRules = endpoint({
  method: 'POST',
  path: '/index/contract/rules',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'The periods with their returns, the limits, the version of the rule, and the keys that sign slips.',
  input: nothing,
  output: z.object({
    rule: z.int().describe('The version that new orders are agreed under.'),
    periods: z.array(z.object({ seconds: z.int(), returnBp })),
    minStake: decimal,
    maxStake: decimal,
    maxOpen: decimal.describe("Maximum total stake of one user's open contracts."),
    next: z
      .object({ from: z.iso.datetime(), periods: z.array(z.object({ seconds: z.int(), returnBp })) })
      .nullable()
      .describe('The announced terms, and when they take effect for new contracts.'),
    slipKeys: z.array(z.object({ publicKey: hex, since: z.iso.datetime() })),
    logKeys: z
      .array(z.string())
      .max(20)
      .describe('The keys that sign the public log: name, id and key of each, joined by +.'),
  }),
  errors: [],
});
export type Rules = z.output<typeof showRules.output>;

export const openContract = endpoint({
  method: 'POST',
  path: '/index/contract/open',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 0.5 },
  summary:
    'Opens a second contract at the displayed return. Returns its signed slip. The same id returns the same order.',
  input: z.object({
    id: orderId,
    symbol,
    direction,
    seconds: z.int().min(1).max(3600),
    stake: amountOf('USDT'),
    returnBp,
    rule: offeredUnder,
    fromFund,
  }),
  output: signed(order),
  errors: [
    'insufficient_balance',
    'stake_out_of_range',
    'open_limit',
    'terms_changed',
    'rule_unknown',
    'tape_stale',
    'order_expired',
    'id_used',
    'busy',
  ],
});

export const listPositions = endpoint({
  method: 'POST',
  path: '/index/contract/positions',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s open contracts, newest first: at most 100, with their number and total stake.',
  input: nothing,
  output: z.object({ orders: z.array(order).max(100), count: z.int(), staked: decimal, time: z.int() }),
  errors: [],
});

export const listOrders = endpoint({
  method: 'POST',
  path: '/index/contract/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s contracts, newest first, including open ones. For the next page, set `before` to `next`.',
  input: z.object({
    symbol: symbol.optional(),
    direction: direction.optional(),
    seconds: z.int().min(1).max(3600).optional(),
    outcome: z.enum(['open', 'win', 'lose', 'draw', 'void']).optional(),
    ...page,
  }),
  output: z.object({ orders: z.array(order), next }),
  errors: [],
});

export const showOrder = endpoint({
  method: 'POST',
  path: '/index/contract/order',
  auth: 'user',
  limit: usersReading,
  summary: 'One of the user’s contracts.',
  input: z.object({ id: orderId }),
  output: z.object({ order, time: z.int() }),
  errors: ['not_found'],
});

export const showReceipt = endpoint({
  method: 'POST',
  path: '/index/contract/receipt',
  auth: 'user',
  limit: { per: 'user', burst: 120, everySeconds: 0.5 },
  summary:
    'An ended contract with everything needed to recompute it: terms, slip, sealed ticks, postings, and its place in the public log.',
  input: receiptInput,
  output: receiptOf(order),
  errors: receiptErrors,
});
export type Receipt = z.output<typeof showReceipt.output>;

const tally = z.object({
  wins: z.int(),
  losses: z.int(),
  draws: z.int(),
  voids: z.int(),
  staked: decimal,
  profit: decimal.describe('Payouts minus stakes. Negative for a loss.'),
});
export const showResults = endpoint({
  method: 'POST',
  path: '/index/contract/results',
  auth: 'user',
  limit: usersReading,
  summary: 'Results of the user’s ended contracts in total, by coin and by period, compared with pure chance.',
  input: z.object({ days: z.enum(['7', '30', 'all']).default('all') }),
  output: z.object({
    total: tally,
    average: decimal.describe('The mean profit of an ended order.'),
    winRate: z.int().nullable().describe('Wins among wins and losses, in ten-thousandths.'),
    interval: z
      .object({ low: z.int(), high: z.int() })
      .nullable()
      .describe('The 95 % Wilson interval of the win rate, in ten-thousandths.'),
    breakEven: z.int().nullable().describe('The mean win rate these orders needed, in ten-thousandths.'),
    verdict: z
      .enum(['too_few', 'like_luck', 'better_than_luck', 'worse_than_luck'])
      .describe('Whether the win rate differs from a fair coin’s.'),
    bySymbol: z.array(z.object({ symbol: z.string(), ...tally.shape })),
    byPeriod: z.array(z.object({ seconds: z.int(), ...tally.shape })),
  }),
  errors: [],
});
export type Results = z.output<typeof showResults.output>;

/** Sent on the user's private stream once contracts are booked. */
export type ContractEvent = { type: 'contract'; orders: { id: string; outcome: Order['outcome']; payout: string }[] };

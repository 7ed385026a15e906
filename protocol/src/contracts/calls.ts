import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersReading, visitorsReading } from '../endpoint.ts';
import { beacon, run, symbol } from '../market/calls.ts';

const decimal = z.string().describe('A decimal amount of USDT.');
const slot = z.int().min(0);
const hex = z.string().regex(/^[0-9a-f]+$/);
/** Made at the tap from the server's time, so that a retried tap is the same order and an old one opens nothing. */
const id = z.uuidv7().toLowerCase();
const direction = z.enum(['long', 'short']);
const outcome = z.enum(['win', 'lose', 'draw', 'void']);
const returnBp = z.int().min(1).max(10_000).describe('Hundredths of a percent: 8200 is 82 %.');
const tick = z.object({ slot, price: z.string().describe('In USDT, with the coin’s decimals.') });

const order = z.object({
  id,
  at: z.iso.datetime().describe('When it was accepted. No clock decides anything; the slots do.'),
  symbol: z.string(),
  direction,
  seconds: z.int(),
  stake: decimal,
  returnBp,
  rule: z.int().describe('The version of the rule it was agreed under, and is settled by.'),
  headSlot: slot.describe('The newest tick at acceptance. Entry comes after it, by the rule.'),
  dueSlot: slot.describe('From here on the rule looks for the exit.'),
  entry: tick.nullable().describe('While the order is open: the entry as soon as it is on the tape.'),
  exit: tick.nullable(),
  outcome: outcome.nullable().describe('Null until the order has ended.'),
  payout: decimal.nullable(),
  settledAt: z.iso.datetime().nullable(),
});
export type Order = z.output<typeof order>;

const slip = z.object({
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: hex })).max(32),
  publicKey: hex,
  signature: hex,
});
const signedOrder = { order, headHash: hex, slip };

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
    maxOpen: decimal.describe('The most one user may have in open contracts.'),
    next: z
      .object({ from: z.iso.datetime(), periods: z.array(z.object({ seconds: z.int(), returnBp })) })
      .nullable()
      .describe('The terms that are announced, and from when new contracts are agreed on them.'),
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
    'Opens a second contract at the return that was shown, and answers its signed slip. The same id again answers the same order.',
  input: z.object({ id, symbol, direction, seconds: z.int().min(1).max(3600), stake: amountOf('USDT'), returnBp }),
  output: z.object(signedOrder),
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
  summary: 'The user’s open contracts, newest first: at most 100, and how many there are with what they stake.',
  input: nothing,
  output: z.object({ orders: z.array(order).max(100), count: z.int(), staked: decimal, time: z.int() }),
  errors: [],
});

export const listOrders = endpoint({
  method: 'POST',
  path: '/index/contract/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The user’s contracts, newest first, open ones too. Page on with `before` = `next`.',
  input: z.object({
    symbol: symbol.optional(),
    direction: direction.optional(),
    seconds: z.int().min(1).max(3600).optional(),
    outcome: z.enum(['open', 'win', 'lose', 'draw', 'void']).optional(),
    before: id.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ orders: z.array(order), next: id.nullable().describe('Null when there is nothing older.') }),
  errors: [],
});

export const showOrder = endpoint({
  method: 'POST',
  path: '/index/contract/order',
  auth: 'user',
  limit: usersReading,
  summary: 'One of the user’s contracts.',
  input: z.object({ id }),
  output: z.object({ order, time: z.int() }),
  errors: ['not_found'],
});

const gap = z
  .object({ first: slot, last: slot })
  .optional()
  .describe('Of an order that is void because its prices could not be made: the slots that were given up.');
const inLog = z.object({
  place: z.int().min(0).describe('Its place in the public log.'),
  path: z.array(hex).max(60).describe('What proves that it is there, under the root of the checkpoint.'),
});
const second = z.object({ slot, size: z.int(), root: hex, previous: hex });

const drawnDay = z.object({
  seed: hex,
  commitment: inLog
    .extend({ hash: hex, announcedSlot: slot })
    .describe('What was announced of the day: the hash of seed and chain.'),
  opening: inLog
    .extend({ slot, opens: z.array(z.object({ symbol: z.int(), price: z.string() })) })
    .describe('Where the day began, and from which prices.'),
  position: z
    .object({ market: z.int(), own: z.int() })
    .describe('Where market and coin stood before the first of these ticks, as logarithms since the day began.'),
  beacon,
  rounds: z.array(z.object({ round: z.int(), signature: z.string() })),
});

export const showReceipt = endpoint({
  method: 'POST',
  path: '/index/contract/receipt',
  auth: 'user',
  limit: { per: 'user', burst: 120, everySeconds: 0.5 },
  summary:
    'An ended contract with everything needed to recompute it: terms, slip, sealed ticks, postings, and where it is in the public log.',
  input: z.object({
    id,
    form: z
      .int()
      .min(1)
      .max(255)
      .default(1)
      .describe('The newest version that the caller can read: whoever does not say is answered version 1.'),
  }),
  output: z.object({
    kind: z.literal('glasshouse-receipt'),
    version: z.union([z.literal(1), z.literal(2)]).describe('1: an order from before there was a public log.'),
    note: z.string().describe('That everything here is simulated.'),
    ...signedOrder,
    runs: z.array(run).describe('Sealed ticks of the coin, none left out, from the head over the entry to the exit.'),
    postings: z.array(z.object({ at: z.iso.datetime(), kind: z.string(), amount: decimal })),
    gap,
    log: z
      .object({
        key: z.string().describe('The key that signed the checkpoint: name, id and key, joined by +.'),
        checkpoint: z.string().describe('How long the log was and its root, signed by the log and by its witnesses.'),
        order: inLog.extend({ count: z.int() }).describe('The entry of the orders accepted together with this one.'),
        outcome: inLog
          .extend({ second, before: second })
          .describe('The second of the tape in which it was decided, and the second before that.'),
        seal: inLog.describe('The second of the tape that the ticks are sealed by.'),
        gap: inLog.optional().describe('Where the day was given up, if `gap` says so.'),
      })
      .optional()
      .describe('From version 2 on.'),
    drawn: z
      .array(drawnDay)
      .optional()
      .describe('Once the day is revealed: what the ticks after the head are made from, day by day.'),
  }),
  errors: ['not_found', 'not_ended', 'not_sealed', 'not_logged', 'tape_gone', 'rule_unknown', 'too_many_requests'],
});
export type Receipt = z.output<typeof showReceipt.output>;

const tally = z.object({
  wins: z.int(),
  losses: z.int(),
  draws: z.int(),
  voids: z.int(),
  staked: decimal,
  profit: decimal.describe('Paid out less staked; below zero is a loss.'),
});
export const showResults = endpoint({
  method: 'POST',
  path: '/index/contract/results',
  auth: 'user',
  limit: usersReading,
  summary: 'How the user’s ended contracts came out, in all, by coin and by period, with what luck alone would do.',
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

/** What the app hears on its private stream once a contract is booked. */
export type ContractEvent = { type: 'contract'; orders: { id: string; outcome: Order['outcome']; payout: string }[] };

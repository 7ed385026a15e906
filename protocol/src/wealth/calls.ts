import { z } from 'zod';
import { endpoint, nothing, type Output, usersReading, visitorsReading } from '../endpoint.ts';
import { confirmation, unconfirmed } from '../security/confirm.ts';
import { holdingStates, pledgeSeconds, productKinds } from './terms.ts';

const decimal = z.string().describe('A decimal amount of USDT.');
const moment = z.iso.datetime();
const kind = z.enum(productKinds);
/** Generated at the tap, so that a retry is recognized as the same order. */
const id = z.uuid().toLowerCase();
const units = z.int().min(1).describe('Shares, machines, or steps of a pledge.');
const named = { product: z.int().min(1).max(2_147_483_647), version: z.int().min(1).max(2_147_483_647) };

/** The terms of a product as sent over the wire. `readTerms` converts them for `scheduleOf`. */
const terms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trust'), unit: decimal, rateBp: z.int(), days: z.int() }),
  z.object({
    kind: z.literal('pledge'),
    unit: decimal,
    ratePpb: z.int(),
    seconds: z.int().describe(`One of ${pledgeSeconds.join(', ')}.`),
  }),
  z.object({ kind: z.literal('machine'), unit: decimal, daily: decimal, days: z.int() }),
]);
export type WireTerms = z.output<typeof terms>;

const product = z.object({
  ...named,
  label: z.string().describe('Its own name. If empty, it is named by kind and term.'),
  power: z.string().describe('The hash rate on a machine’s label. Nothing is mined.'),
  terms,
  least: units.describe('Of one order.'),
  most: units.describe('Maximum per user.'),
  quota: units,
  taken: z.int().describe('Of the quota: ever sold, or pledged at the moment.'),
  opensAt: moment,
  closesAt: moment.nullable(),
  state: z.enum(['not_open', 'open', 'sold_out', 'closed']),
});
export type Product = z.output<typeof product>;

export const listProducts = endpoint({
  method: 'POST',
  path: '/index/wealth/products',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'All products on offer, and the total pledged.',
  input: nothing,
  output: z.object({ products: z.array(product).max(200), pledged: decimal, time: z.int() }),
  errors: [],
});

export const showProduct = endpoint({
  method: 'POST',
  path: '/index/wealth/product',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'One product: the current or last version, or the requested one. All versions are kept.',
  input: z.object({ product: named.product, version: named.version.optional() }),
  output: z.object({ product, time: z.int() }),
  errors: ['not_found'],
});

const holding = z.object({
  id,
  ...named,
  label: z.string(),
  terms,
  units,
  amount: decimal.describe('The price paid.'),
  boughtAt: moment,
  startsAt: moment.describe('When it starts earning.'),
  endsAt: moment.describe('When the last payment is due.'),
  state: z.enum(holdingStates),
  earned: decimal.describe('Booked income.'),
  endedAt: moment.nullable(),
  ending: z.enum(['matured', 'early', 'left']).nullable(),
});
export type Holding = z.output<typeof holding>;

export const buyProduct = endpoint({
  method: 'POST',
  path: '/index/wealth/buy',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 1 },
  summary:
    'Buys from the financial wallet, under the terms of the displayed version. With `fromFund`, the missing amount comes from the fund wallet. The same id returns the same order.',
  input: z.object({
    id,
    ...named,
    units,
    fromFund: z
      .boolean()
      .optional()
      .describe(
        'The amount missing in the financial wallet is moved from the fund wallet, exactly, in the same transaction.',
      ),
    ...confirmation,
  }),
  output: z.object({ holding }),
  errors: [
    'product_closed',
    'product_not_open',
    'purchase_out_of_range',
    'holding_limit',
    'too_many_holdings',
    'sold_out',
    'insufficient_balance',
    'account_abnormal',
    'id_used',
    ...unconfirmed,
  ],
});

export const endPledge = endpoint({
  method: 'POST',
  path: '/index/wealth/end',
  auth: 'user',
  limit: { per: 'user', burst: 60, everySeconds: 1 },
  summary: 'Ends a pledge early. The amount is returned immediately, without interest.',
  input: z.object({ id }),
  output: z.object({ holding }),
  errors: ['not_found', 'holding_matured'],
});

const page = {
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.int().min(1).max(50).default(20),
};
export const listHoldings = endpoint({
  method: 'POST',
  path: '/index/wealth/list',
  auth: 'user',
  limit: usersReading,
  summary: "The user's current and past orders, newest first. For the next page, set `before` to `next`.",
  input: z.object({ kind: kind.optional(), state: z.enum(holdingStates).optional(), ...page }),
  output: z.object({ list: z.array(holding), next: z.string().nullable(), time: z.int() }),
  errors: [],
});

const income = z.object({ at: moment, amount: decimal });
export const showHolding = endpoint({
  method: 'POST',
  path: '/index/wealth/holding',
  auth: 'user',
  limit: usersReading,
  summary: 'One order with all booked income and the returned amount. It can be recomputed from its terms.',
  input: z.object({ id }),
  output: z.object({
    kind: z.literal('glasshouse-income'),
    version: z.literal(1),
    note: z.string().describe('States that everything here is simulated.'),
    holding,
    income: z.array(income).max(730),
    returned: income.nullable(),
    time: z.int(),
    seal: z.object({ publicKey: z.string(), signature: z.string() }).describe('Signed by the key that signs slips.'),
  }),
  errors: ['not_found'],
});

export type IncomeFile = Output<typeof showHolding>;

export const showWealth = endpoint({
  method: 'POST',
  path: '/index/wealth/summary',
  auth: 'user',
  limit: usersReading,
  summary: "The user's running orders, by kind. Income and balances are among the assets.",
  input: nothing,
  output: z.object({ held: z.array(z.object({ kind, amount: decimal, count: z.int() })).max(3) }),
  errors: [],
});

/** Sent to the owner when something was paid or an order has ended. */
export type WealthEvent = { type: 'wealth'; id: string | null };

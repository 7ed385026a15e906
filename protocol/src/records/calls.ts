import { z } from 'zod';
import { endpoint, usersReading } from '../endpoint.ts';
import { kinds, systemNames, wallets } from '../ledger/books.ts';
import { flows, movementStates } from '../movements/arrows.ts';
import { productNames } from '../orders/product-names.ts';
import { productKinds } from '../wealth/terms.ts';
import {
  activities,
  activityCurrencies,
  activityStates,
  outcomes,
  recordCurrencies,
  sides,
  type Tab,
  tabs,
} from './tabs.ts';

const decimal = z.string().describe('A decimal amount.');
const state = z.enum(movementStates);
const currency = z.enum(activityCurrencies);
const day = z.iso.date().describe('A UTC day.');
const choice = {
  tab: z.enum(Object.keys(tabs) as [Tab, ...Tab[]]).default('all'),
  state: z.enum(activityStates).optional(),
  currency: currency.optional().describe('For trades the coin, otherwise the currency USDT or CNY.'),
  from: day.optional(),
  until: day.optional().describe('The last UTC day, included.'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'The beginning of a reference of at least eight characters, a coin, a kind, a network or a product. Any other word finds transfers with members whose masked name has the same first letter.',
    ),
};
const record = z.object({
  id: z.uuid(),
  flow: z.enum(flows),
  state,
  currency: z.enum(recordCurrencies),
  amount: decimal,
  fee: decimal,
  label: z.string().describe('A network, two wallets or currencies, two levels.'),
  member: z.string().nullable().describe('The masked name of the other member, if there is one.'),
  at: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

const order = z.object({
  is: z.enum(productNames),
  id: z.uuid(),
  symbol: z.string(),
  side: z.enum(sides),
  seconds: z.int().nullable().describe('How long it runs; null for spot.'),
  paid: z.object({ amount: decimal, currency }),
  payout: z
    .object({ amount: decimal, currency })
    .nullable()
    .describe('The amount paid out or received. Null while open.'),
  outcome: z.enum(outcomes).nullable(),
  at: z.iso.datetime(),
});
const runs = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pledge'), seconds: z.int() }),
  z.object({ kind: z.enum(['trust', 'machine']), days: z.int() }),
]);
const product = z.object({
  is: z.literal('product'),
  id: z.uuid(),
  kind: z.enum(productKinds),
  label: z.string().describe('Its own name. Empty if it is named by its kind and term.'),
  terms: runs,
  amount: decimal,
  isOpen: z.boolean(),
  returned: decimal.optional().describe('The total returned and earned, after it has ended.'),
  at: z.iso.datetime(),
});
const entry = z.discriminatedUnion('is', [order, product, z.object({ is: z.literal('money'), ...record.shape })]);
export type Entry = z.output<typeof entry>;

/** Where a page ends: a millisecond, the kind of its last entry, and its id or, for products and money, its serial number. */
const ranksOf = (isOrder: boolean) =>
  [...activities.keys()].filter((rank) => rank < productNames.length === isOrder).join('|');
const cursor = new RegExp(
  `^\\d{1,15}-(?:(?:${ranksOf(true)})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:${ranksOf(false)})-\\d{1,18})$`,
);

export const listRecords = endpoint({
  method: 'POST',
  path: '/index/records/list',
  auth: 'user',
  limit: usersReading,
  summary:
    'All activity of the user, newest first: contracts, options, coins bought and sold, products, and money moved in, out, to members and between own wallets.',
  input: z.object({
    ...choice,
    before: z.string().regex(cursor).optional().describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    list: z.array(entry),
    next: z.string().nullable().describe('The next page. In a search, even an empty page may have one.'),
  }),
  errors: [],
});

export const showRecord = endpoint({
  method: 'POST',
  path: '/index/records/show',
  auth: 'user',
  limit: usersReading,
  summary: 'One record, all of its states, and its effects on the wallets.',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    record,
    steps: z.array(z.object({ state, at: z.iso.datetime(), reason: z.string().nullable() })),
    postings: z.array(
      z.object({
        kind: z.enum(kinds),
        at: z.iso.datetime(),
        wallet: z.enum(wallets),
        currency: z.enum(recordCurrencies),
        amount: decimal.describe("The change of the wallet's balance."),
        other: z.enum([...wallets, ...systemNames, 'member']).describe('The other account. `member` is another user.'),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const csvRows = 5000;
export const getRecordsCsv = endpoint({
  method: 'POST',
  path: '/index/records/csv',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 10 },
  summary: `The activity as CSV text in the caller's language, the newest ${csvRows} rows, marked as simulated.`,
  input: z.object(choice),
  output: z.object({ filename: z.string(), csv: z.string(), complete: z.boolean() }),
  errors: [],
});

import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersActing, usersReading } from '../endpoint.ts';
import { earnedSources, incomeSources, kinds, systemNames, wallets } from '../ledger/books.ts';
import { type Currency, parseRate, scales } from '../money.ts';

const wallet = z.enum(wallets);
/** The wallets that hold USDT; money moves freely between them. */
export const usdtWallets = ['fund', 'spot', 'contract', 'options', 'financial'] as const;
const usdtWallet = z.enum(usdtWallets);
const currency = z.enum(Object.keys(scales) as [Currency, ...Currency[]]);
const decimal = z.string().describe('A decimal amount.');
const value = z.object({ usdt: decimal, cny: decimal });
/** Generated at the tap, so that a retry is recognized as the same request. */
const id = z.uuid();

export const getOverview = endpoint({
  method: 'POST',
  path: '/index/assets/overview',
  auth: 'user',
  limit: usersReading,
  summary: 'The six wallets, the amounts committed in open orders, the totals and the income of the logged-in user.',
  input: nothing,
  output: z.object({
    cnyRate: z.string().describe('Yuan for one USDT.'),
    nextRate: z
      .object({ from: z.iso.datetime(), cnyRate: z.string() })
      .nullable()
      .describe('The announced rate and when it takes effect.'),
    total: value.describe('All wallets and everything committed.'),
    totalFunds: value.describe('The fund and cash wallets.'),
    totalSpot: value.describe('The spot wallet at tape prices.'),
    totalContract: value.describe('The contract wallet and the stakes of open contracts.'),
    wallets: z.array(
      z.object({
        wallet,
        usdt: decimal,
        share: z.int().describe('Hundredths of a percent of the total; all shares sum to 10000, or to 0.'),
        balances: z.array(z.object({ currency, amount: decimal })),
      }),
    ),
    committed: z.array(z.object({ account: z.enum(systemNames), usdt: decimal, share: z.int() })),
    income: z.object({
      today: decimal.describe('The result of trading and products since 00:00 UTC.'),
      total: decimal.describe('The same since the account was opened. Bonuses from the house are only in `sources`.'),
      sources: z.array(z.object({ source: z.enum(incomeSources), today: decimal, total: decimal })),
    }),
  }),
  errors: [],
});

/** Days (UTC) in the chart of results, including today. */
export const resultDays = 30;
export const resultSpans = ['7', '30', 'all'] as const;
export const getResults = endpoint({
  method: 'POST',
  path: '/index/assets/results',
  auth: 'user',
  limit: usersReading,
  summary: `Results of trading and products over the last UTC days or since the account was opened: the total, its parts, and for 7 or ${resultDays} days each day. Without bonuses.`,
  input: z.object({ days: z.enum(resultSpans).default('all') }),
  output: z.object({
    total: decimal.describe('The sum of the parts. The overview has the same for today and for the entire time.'),
    parts: z
      .array(z.object({ source: z.enum(earnedSources), result: decimal.describe('It may be a loss.') }))
      .length(earnedSources.length),
    days: z
      .array(z.object({ day: z.iso.date().describe('A UTC day.'), result: decimal }))
      .max(resultDays)
      .describe('Oldest first, today last; empty for all time.'),
  }),
  errors: [],
});

export const transfer = endpoint({
  method: 'POST',
  path: '/index/assets/transfer',
  auth: 'user',
  limit: usersActing,
  summary: "Moves USDT between the user's own wallets, immediately and free of charge.",
  input: z
    .object({ id, from: usdtWallet, to: usdtWallet, amount: amountOf('USDT') })
    .refine(({ from, to }) => from !== to, { path: ['to'] }),
  output: z.object({ id }),
  errors: ['insufficient_balance', 'id_used'],
});

const rate = z
  .string()
  .max(20)
  .refine((text) => (parseRate(text) ?? 0n) > 0n);
export const exchange = endpoint({
  method: 'POST',
  path: '/index/assets/exchange',
  auth: 'user',
  limit: usersActing,
  summary: 'Exchanges fund USDT for cash CNY, or back, at the displayed rate. Rounded down.',
  input: z.discriminatedUnion('from', [
    z.object({ id, from: z.literal('USDT'), amount: amountOf('USDT'), rate }),
    z.object({ id, from: z.literal('CNY'), amount: amountOf('CNY'), rate }),
  ]),
  output: z.object({ id, received: decimal }),
  errors: ['insufficient_balance', 'rate_changed', 'amount_too_small', 'id_used'],
});

const day = z.iso.date().describe('A UTC day.');
const choice = {
  wallet: wallet.optional(),
  kinds: z.array(z.enum(kinds)).min(1).max(kinds.length).optional(),
  from: day.optional(),
  until: day.optional().describe('The last UTC day, included.'),
};
const leg = z.object({
  account: z.enum([...wallets, ...systemNames, 'member']).describe('`member` is a wallet of another user.'),
  amount: decimal,
});

export const getStatement = endpoint({
  method: 'POST',
  path: '/index/assets/statement',
  auth: 'user',
  limit: usersReading,
  summary:
    "The postings behind the user's balances, newest first. Without a wallet, moves between two of the user's wallets are listed once, as a debit of the first.",
  input: z.object({
    ...choice,
    before: z
      .string()
      .regex(/^[1-9][0-9]{0,17}$/)
      .optional()
      .describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        ref: z.uuid(),
        at: z.iso.datetime(),
        kind: z.enum(kinds),
        wallet,
        currency,
        amount: decimal.describe("The change of the wallet's balance."),
        balance: decimal.describe("The wallet's balance in that currency right after it."),
        legs: z.array(leg).length(2).describe('The source of the money, then its destination.'),
        note: z.string().nullable().describe('Why a correction was made.'),
      }),
    ),
    next: z.string().nullable(),
  }),
  errors: [],
});

export const csvRows = 5000;
export const getStatementCsv = endpoint({
  method: 'POST',
  path: '/index/assets/statementCsv',
  auth: 'user',
  // A full year is fetched in many parts.
  limit: { per: 'user', burst: 64, everySeconds: 10 },
  summary: `The statement as CSV text in the caller's language, the newest ${csvRows} rows, marked as simulated.`,
  input: z.object(choice),
  output: z.object({ filename: z.string(), csv: z.string(), complete: z.boolean() }),
  errors: [],
});

import { z } from 'zod';
import { kinds, systemNames, wallets } from '../ledger/books.ts';
import { type Currency, scales } from '../money.ts';
import { clockKinds, countMax } from '../review/office.ts';

// The figures of each domain on the operators' overview.

const decimal = z.string();
const currency = z.enum(Object.keys(scales) as [Currency, ...Currency[]]);

/** The books. */
export const ledgerFigures = {
  books: z.object({
    accounts: z.array(z.object({ account: z.enum([...wallets, ...systemNames]), currency, amount: decimal })),
    drift: z.int().describe('Accounts that do not add up; anything but 0 is an alarm.'),
  }),
  house: z.object({
    total: z.array(z.object({ currency, amount: decimal })),
    today: z
      .array(z.object({ kind: z.enum(kinds), currency, amount: decimal }))
      .describe('Since 00:00 UTC. The gain of the house, or its loss if negative.'),
  }),
};

/** Contracts. */
export const contractFigures = {
  exposure: z
    .array(z.object({ symbol: z.string(), orders: z.int(), long: decimal, short: decimal, worst: decimal }))
    .describe('Open stakes per symbol and the maximum loss of the house.'),
  settlement: z
    .object({ overdue: z.int(), p50Ms: z.int(), p99Ms: z.int(), worstMs: z.int() })
    .describe('The delay of results booked in the last hour, and the number of overdue ones.'),
};

/** Options. */
export const optionFigures = {
  options: z
    .array(
      z.object({
        symbol: z.string(),
        orders: z.int(),
        calls: decimal,
        puts: decimal,
        open: decimal,
        limit: decimal,
      }),
    )
    .describe('Premiums of open options per symbol, and their size times strike compared with the limit.'),
};

/** Pending reviews. */
export const reviewFigures = {
  queues: z.array(z.object({ kind: z.string(), waiting: z.int(), oldestAt: z.iso.datetime().nullable() })),
  automatic: z.object({
    unattendedSeconds: z.int().describe('The delay while no reviewer is on duty; 0 if people decide then too.'),
    onDuty: z
      .array(z.object({ name: z.string(), since: z.iso.datetime() }))
      .describe('Operators who may decide these cases and used the console in the last five minutes; at most 20.'),
    awaySince: z.iso.datetime().nullable().describe('When the last of those who are not on duty stopped being so.'),
    queues: z.array(
      z.object({
        kind: z.enum(clockKinds),
        seconds: z
          .int()
          .nullable()
          .describe('After how many seconds a case is approved now; null if only people decide.'),
        passed: z.int().describe(`Approved automatically in the last 24 hours, at most ${countMax}.`),
      }),
    ),
  }),
};

/** The tape. */
export const marketFigures = {
  tape: z.object({
    source: z.string().nullable(),
    slot: z.int().nullable(),
    ageMs: z.int().nullable().describe('The age of the newest slot.'),
    checkpointAgeMs: z.int().nullable(),
    gapsToday: z.int(),
    missedSlotsToday: z.int(),
    clockAheadMs: z
      .int()
      .nullable()
      .describe("How far a feed's clock is ahead of the database's. The feed does not write in that case."),
    stuckDay: z.iso.date().nullable().describe('A day that the feed currently reports it cannot make.'),
    stuckReason: z
      .enum(['seed', 'beacon', 'rounds'])
      .nullable()
      .describe('The key of its seed is missing, its beacon does not answer, or its rounds contradict the tape.'),
  }),
};

/** Users and sessions. */
export const sessionFigures = {
  signUps: z.array(z.object({ day: z.iso.date(), count: z.int() })).describe('The last 14 UTC days, oldest first.'),
  users: z.object({ total: z.int(), frozen: z.int(), sessions: z.int() }),
};

/** Pending work, by state. */
export const underWay = [
  'recharge_review',
  'withdraw_review',
  'withdraw_on_its_way',
  'withdraw_on_hold',
  'refund_review',
] as const;

const movedCurrency = z.enum(['USDT', 'CNY']);
/** Deposits, withdrawals and other movements of users' money. */
export const movementFigures = {
  money: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), in: decimal, out: decimal, outCny: decimal }))
      .describe(
        'Credited top-ups and paid withdrawals of the last 14 UTC days, oldest first. In USDT except the last one.',
      ),
    waiting: z.array(
      z.object({
        at: z.enum(underWay),
        currency: movedCurrency,
        count: z.int(),
        amount: decimal,
        oldestAt: z.iso.datetime(),
      }),
    ),
    held: z
      .array(
        z.object({
          account: z.enum(['committed_withdrawals', 'committed_vip']),
          currency: movedCurrency,
          amount: decimal,
        }),
      )
      .describe('Money neither in a wallet nor paid out: pending withdrawals and deposits of members.'),
  }),
};

/** Days shown after today. */
export const daysAhead = 30;

const usdt = z.string().describe('USDT.');
/** Liabilities of the house for wealth products. */
export const wealthFigures = {
  promised: z.object({
    principal: usdt.describe('The amounts paid for running trust products and pledges, according to the books.'),
    accrued: usdt.describe('Earned but not yet paid: completed days that are not booked, and pledges by the second.'),
    days: z
      .array(z.object({ day: z.iso.date(), income: usdt, principal: usdt }))
      .describe(`Payments due on each UTC day, today and the next ${daysAhead} days. Overdue ones count as today’s.`),
  }),
};

const time = z.iso.datetime().nullable();

/** Problems that prevent restoring the current data, worst first. */
export const backupProblems = ['off', 'failing', 'late', 'none', 'old'] as const;

/** Backups. */
export const backupFigures = {
  backups: z.object({
    problem: z
      .enum(backupProblems)
      .nullable()
      .describe(
        'Archiving is off, fails, or is more than five minutes late; or there has never been a verified backup, or none for 26 hours.',
      ),
    archivedAt: time.describe('When PostgreSQL last archived a segment of its write-ahead log.'),
    failedAt: time.describe('When archiving failed last, if it has not succeeded since.'),
    verifiedAt: time.describe('When a backup was last made and all backups were found sound.'),
    databaseBytes: z.int(),
  }),
};

import { z } from 'zod';
import { kinds, systemNames, wallets } from '../books.ts';
import { nothing } from '../endpoint.ts';
import { type Currency, scales } from '../money.ts';
import { operatorCall } from './call.ts';

const decimal = z.string();
const currency = z.enum(Object.keys(scales) as [Currency, ...Currency[]]);
const time = z.iso.datetime();
/** Every panel may be exported under this name. */
export const panels = ['books', 'exposure', 'house', 'queues', 'settlement', 'tape', 'signUps'] as const;
export type Panel = (typeof panels)[number];

export const showDashboard = operatorCall({
  path: '/office/dashboard/show',
  permission: 'dashboard.read',
  leaves: 'nothing',
  background: true,
  summary: 'The figures of the site, at most five seconds old.',
  input: nothing,
  output: z.object({
    at: time,
    books: z.object({
      accounts: z.array(z.object({ account: z.enum([...wallets, ...systemNames]), currency, amount: decimal })),
      drift: z.int().describe('Accounts that do not add up; anything but 0 is an alarm.'),
    }),
    exposure: z
      .array(z.object({ symbol: z.string(), orders: z.int(), long: decimal, short: decimal, worst: decimal }))
      .describe('Open stakes per symbol and the most the house can lose.'),
    house: z.object({
      total: z.array(z.object({ currency, amount: decimal })),
      today: z
        .array(z.object({ kind: z.enum(kinds), currency, amount: decimal }))
        .describe('Since 00:00 UTC; what the house gained, or with a minus gave.'),
    }),
    queues: z.array(z.object({ kind: z.string(), waiting: z.int(), oldestAt: time.nullable() })),
    settlement: z
      .object({ overdue: z.int(), p50Ms: z.int(), p99Ms: z.int(), worstMs: z.int() })
      .describe('How late results were booked in the last hour, and how many are overdue.'),
    tape: z.object({
      source: z.string().nullable(),
      slot: z.int().nullable(),
      ageMs: z.int().nullable().describe('How old the newest slot is.'),
      checkpointAgeMs: z.int().nullable(),
      gapsToday: z.int(),
      missedSlotsToday: z.int(),
    }),
    signUps: z.array(z.object({ day: z.iso.date(), count: z.int() })).describe('The last 14 UTC days, oldest first.'),
    users: z.object({ total: z.int(), frozen: z.int(), sessions: z.int() }),
  }),
  errors: [],
});
export const exportPanel = operatorCall({
  path: '/office/dashboard/csv',
  permission: 'dashboard.read',
  leaves: 'nothing',
  summary: "A panel as CSV text in the caller's language, marked as simulated.",
  input: z.object({ panel: z.enum(panels) }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: [],
});

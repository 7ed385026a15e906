import { z } from 'zod';
import { getOverview } from '../assets/calls.ts';
import { listPositions as listContracts } from '../contracts/calls.ts';
import { systemNames } from '../ledger/books.ts';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listPositions as listOptions } from '../options/calls.ts';

/** Groups that a timeline can be filtered by. */
export const timelineGroups = ['money', 'security', 'cases', 'staff'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

const timelineEvent = z.object({
  key: z.string(),
  at: z.iso.datetime(),
  group: z.enum(timelineGroups),
  kind: z
    .string()
    .describe("The kind of event: a money flow, a security event, a kind of case, or an operator's action."),
  state: z.string().nullable().describe('The state of a movement or a case, or the log-in method.'),
  text: z.string().nullable().describe('The title of a case, a reason, a note, or the device of a log-in.'),
  by: z.string().nullable().describe('The operator.'),
  times: z.int().describe('The number of failed attempts that this entry stands for.'),
  amount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  case: z.uuid().nullable(),
});
export type TimelineEvent = z.output<typeof timelineEvent>;

export const showTimeline = operatorCall({
  path: '/office/users/timeline',
  permission: 'users.read',
  leaves: 'look',
  summary: "The history of a user, newest first: money, log-ins and security changes, cases, and operators' actions.",
  input: z.object({
    number: personNumber,
    group: z.enum(timelineGroups).optional(),
    before: z
      .string()
      .regex(/^\d{1,17}-[\w:-]{1,80}$/)
      .optional()
      .describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ list: z.array(timelineEvent), next: z.string().nullable() }),
  errors: ['not_found'],
});

const money = z.object({ amount: z.string(), currency: z.string() });
export const showOpen = operatorCall({
  path: '/office/users/open',
  permission: 'users.read',
  leaves: 'look',
  summary:
    'Pending items of a user: cases, withdrawals in transit or frozen, requests awaiting approval, and money in orders and products.',
  input: z.object({ number: personNumber }),
  output: z.object({
    cases: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.string(),
          submittedAt: z.iso.datetime(),
          claimedBy: z.string().nullable(),
          agreedFirst: z.string().nullable().describe('The first of two people who must approve.'),
          frozen: z.boolean().describe('The withdrawal was frozen before it was decided.'),
          amount: money.nullable(),
        }),
      )
      .describe('Oldest first, at most 50.'),
    withdrawals: z
      .array(
        z.object({
          id: z.uuid(),
          case: z.uuid(),
          state: z.enum(['withdrawing', 'frozen']),
          changedAt: z.iso.datetime(),
          amount: money,
        }),
      )
      .describe('Approved ones. The others are among the cases.'),
    requests: z.int().describe('The number of requests about the user that wait for a second person.'),
    held: z.array(z.object({ account: z.enum(systemNames), amount: money })),
  }),
  errors: ['not_found'],
});

const limits = z.record(z.string(), z.string()).describe('The same limits as in the withdrawal form.');
export const viewAsUser = operatorCall({
  path: '/office/users/view',
  permission: 'users.read',
  leaves: 'look',
  summary: "The content of the user's app: balances and totals, open contracts and options, and limits. Read-only.",
  input: z.object({ number: personNumber }),
  output: z.object({
    overview: getOverview.output,
    contracts: listContracts.output,
    options: listOptions.output,
    limits: z.object({ USDT: limits, CNY: limits }),
  }),
  errors: ['not_found'],
});

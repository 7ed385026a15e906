import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { identityState } from '../identity/calls.ts';
import { operatorCall, personNumber, reason } from '../operators/call.ts';
import { kinds } from '../security/kinds.ts';
import { listWithdrawals, showWithdrawal } from './calls.ts';

/**
 * Names of a case's documents: the recipient, and the details that a reviewer needs. The operator who claimed the case
 * can open both, and each view is logged.
 */
export const payeeDocument = 'payee';
export const backgroundDocument = 'background';

/** The recipient, and other accounts that have sent money there. */
export const payeeDetails = z.object({
  payee: showWithdrawal.output.shape.payee,
  usedBefore: z.int().describe('Earlier withdrawals of this account to the same payee.'),
  others: z
    .array(z.object({ number: personNumber, times: z.int() }))
    .describe('Other accounts that have withdrawn to the same payee, at most 10.'),
});
export type PayeeDetails = z.output<typeof payeeDetails>;

const decimal = z.string();
const moved = z.object({ count: z.int(), usdt: decimal, cny: decimal });
/** Days of account changes shown. */
export const lookBackDays = 30;
export const background = z.object({
  withdrawal: listWithdrawals.output.shape.list.element,
  counted: decimal.describe('The amount that counts towards the limits, in USDT.'),
  person: z.object({
    registeredAt: z.iso.datetime(),
    identity: identityState,
    frozen: z.boolean(),
    creditScore: z.int(),
  }),
  today: z.object({ used: decimal, day: decimal }),
  history: z.object({
    paid: moved,
    refused: z.int().describe('Rejected or failed.'),
    open: z.int(),
    toppedUp: moved,
  }),
  security: z
    .array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(kinds),
        device: z.string(),
        times: z.int().describe('The number of failed attempts that this entry stands for.'),
      }),
    )
    .describe(
      `Changes and log-ins of the last $lookBackDaysdays, newest first: the newest 5 of each kind, and 20 log-ins.`,
    ),
});
export type Background = z.output<typeof background>;

/** The states in which an operator may still have to act. */
export const openStates = ['under_review', 'withdrawing', 'frozen'] as const;
export const listOpenWithdrawals = operatorCall({
  path: '/office/withdrawals/list',
  permission: 'review.read',
  leaves: 'nothing',
  summary: 'Withdrawals under review, in transit or frozen, the longest waiting first.',
  input: z.object({
    state: z.enum(openStates),
    after: z.object({ at: z.iso.datetime(), id: z.uuid() }).optional().describe('`next` of the previous page.'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(
      listWithdrawals.output.shape.list.element.extend({
        number: personNumber,
        case: z.uuid().nullable().describe('The case that was or is reviewed.'),
        reason: z.string().nullable(),
        frozenFrom: z
          .enum(['under_review', 'withdrawing'])
          .nullable()
          .describe('The state in which it continues when released.'),
      }),
    ),
    next: z.object({ at: z.iso.datetime(), id: z.uuid() }).nullable(),
  }),
  errors: [],
});

const one = z.object({ number: personNumber, id: z.uuid(), reason });
export const freezeWithdrawal = operatorCall({
  path: '/office/withdrawals/freeze',
  permission: 'withdrawals.decide',
  leaves: 'entry',
  summary: 'Freezes a withdrawal under review or in transit. The money stays held. The user sees the reason.',
  input: one,
  output: nothing,
  errors: ['not_found', 'withdrawal_moved'],
});
export const unfreezeWithdrawal = operatorCall({
  path: '/office/withdrawals/unfreeze',
  permission: 'withdrawals.decide',
  leaves: 'entry',
  summary: 'Releases a frozen withdrawal, which continues under review or in transit.',
  input: one,
  output: nothing,
  errors: ['not_found', 'withdrawal_moved'],
});
export const returnWithdrawal = operatorCall({
  path: '/office/withdrawals/return',
  permission: 'withdrawals.decide',
  leaves: 'entry',
  fresh: true,
  summary: 'Ends a withdrawal in transit as failed, or a frozen approved one as rejected. The money is returned.',
  input: one,
  output: nothing,
  errors: ['not_found', 'withdrawal_moved'],
});

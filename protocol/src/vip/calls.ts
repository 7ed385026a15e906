import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersReading } from '../endpoint.ts';
import { confirmation, unconfirmed } from '../security/confirm.ts';
import { topLevel } from './levels.ts';

const decimal = z.string().describe('A decimal amount of USDT.');
const moment = z.iso.datetime();
const level = z.int().min(1).max(topLevel);
/** Generated at the tap, so that a retry is recognized as the same request. */
const id = z.uuid();

export const showVip = endpoint({
  method: 'POST',
  path: '/index/vip/show',
  auth: 'user',
  limit: usersReading,
  summary: "The caller's level and deposit, what was received today and this month, the levels, and what may be done.",
  input: nothing,
  output: z.object({
    level: z.int(),
    deposit: decimal.describe('What is held.'),
    since: moment.nullable().describe('When the level was last raised.'),
    endsAt: moment.nullable().describe('When the first level ends and its deposit returns.'),
    heldUntil: moment.nullable().describe('Until when a higher level holds.'),
    refundFrom: moment.nullable().describe('After when its deposit may be asked back.'),
    mayRefund: z.boolean(),
    receivedToday: decimal,
    receivedThisMonth: decimal,
    refund: z
      .object({
        state: z.enum(['under_review', 'passed', 'rejected']),
        askedAt: moment,
        decidedAt: moment.nullable(),
        reason: z.string().nullable().describe('Why it was rejected, in the words of who decided.'),
      })
      .nullable()
      .describe('The newest request for a deposit.'),
    next: z
      .object({ from: moment, deposits: z.array(decimal) })
      .nullable()
      .describe('Deposits that are announced, from the first level on, and from when they hold.'),
    levels: z.array(z.object({ level, perDay: decimal, perMonth: decimal, deposit: decimal })),
  }),
  errors: [],
});

const upgrading = { per: 'user', burst: 20, everySeconds: 30 } as const;

export const upgradeVip = endpoint({
  method: 'POST',
  path: '/index/vip/upgrade',
  auth: 'user',
  limit: upgrading,
  summary: 'Raises the level: tops the held deposit up to that of the new level, from the fund wallet.',
  input: z.object({
    id,
    level,
    deposit: amountOf('USDT').describe('What the new level holds, as it was shown.'),
    ...confirmation,
  }),
  output: z.object({ level: z.int() }),
  errors: [
    'vip_not_higher',
    'vip_refund_open',
    'vip_deposit_changed',
    'insufficient_balance',
    'id_used',
    'account_abnormal',
    ...unconfirmed,
  ],
});

export const askVipRefund = endpoint({
  method: 'POST',
  path: '/index/vip/refund',
  auth: 'user',
  limit: upgrading,
  summary: 'Asks for the deposit of a level from the second on; customer service decides.',
  input: z.object({ id }),
  output: z.object({ state: z.enum(['under_review', 'passed', 'rejected']) }),
  errors: ['vip_no_deposit', 'vip_still_held', 'vip_refund_open', 'id_used'],
});

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
  summary: "The caller's level and deposit, amounts received today and this month, all levels, and possible actions.",
  input: nothing,
  output: z.object({
    level: z.int(),
    deposit: decimal.describe('The deposit held.'),
    since: moment.nullable().describe('When the level was last raised.'),
    endsAt: moment.nullable().describe('When the first level ends and its deposit returns.'),
    heldUntil: moment.nullable().describe("The end of a higher level's hold."),
    refundFrom: moment.nullable().describe('When its deposit can be refunded.'),
    mayRefund: z.boolean(),
    receivedToday: decimal,
    receivedThisMonth: decimal,
    refund: z
      .object({
        state: z.enum(['under_review', 'passed', 'rejected']),
        askedAt: moment,
        decidedAt: moment.nullable(),
        reason: z.string().nullable().describe('Why it was rejected, as written by the operator who decided.'),
      })
      .nullable()
      .describe('The newest request to refund a deposit.'),
    next: z
      .object({ from: moment, deposits: z.array(decimal) })
      .nullable()
      .describe('Announced deposits from the first level upwards, and when they take effect.'),
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
  summary: 'Raises the level: increases the held deposit to that of the new level, from the fund wallet.',
  input: z.object({
    id,
    level,
    deposit: amountOf('USDT').describe('The deposit of the new level, as displayed.'),
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
  summary: 'Requests the refund of a deposit, for level 2 and higher. Customer service decides.',
  input: z.object({ id }),
  output: z.object({ state: z.enum(['under_review', 'passed', 'rejected']) }),
  errors: ['vip_no_deposit', 'vip_still_held', 'vip_refund_open', 'id_used'],
});

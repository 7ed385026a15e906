import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, type Limit, nothing, usersActing, usersReading } from '../endpoint.ts';
import { factorCode, personTries } from '../factors/parts.ts';
import { identityState } from '../identity/calls.ts';
import { isName, longestName } from '../identity/name.ts';
import { networks } from '../movements/addresses.ts';
import { onDuty } from '../review/on-duty.ts';
import { confirmation, strictConfirmation, unconfirmed } from '../security/confirm.ts';
import { changes } from '../security/kinds.ts';
import { withdrawalMethods } from './methods.ts';

/** The cursor of the next page of movements. */
const cursor = z
  .string()
  .regex(/^\d{1,15}-\d{1,18}$/)
  .describe('`next` of the previous page.');

/** The states of a withdrawal. */
export const withdrawalStates = [
  'under_review',
  'withdrawing',
  'success',
  'rejected',
  'failed',
  'cancelled',
  'frozen',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];
const state = z.enum(withdrawalStates);

/** Conditions for withdrawing that the user does not meet yet. */
export const missingThings = ['identity', 'trade_password', 'lock', 'balance'] as const;

/** Maximum saved payees per user. */
export const maxPayees = 20;

const decimal = z.string().describe('A decimal amount.');
const currency = z.enum(['USDT', 'CNY']);
const id = z.uuid().describe('Generated at the tap, so that a retry is recognized as the same withdrawal.');
const name = z.string().trim().max(longestName).refine(isName);

const toAddress = { to: z.literal('address'), network: z.enum(networks), address: z.string().trim().min(1).max(120) };
const toBank = {
  to: z.literal('bank'),
  bankName: name,
  branchName: name,
  branchNumber: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,12}$/),
  account: z.string().trim().min(1).max(60),
  holder: name,
};
/** The recipient: an address on a practice network, or a practice account at a bank. */
const payee = z.discriminatedUnion('to', [z.object(toAddress), z.object(toBank)]);
export type Payee = z.output<typeof payee>;
const saved = z.object({
  id: z.uuid(),
  name: z.string(),
  payee,
  usableAt: z.iso.datetime().describe('When it becomes usable while withdrawals go to saved payees only.'),
});
export const savedOnly = z.object({
  on: z.boolean(),
  endsAt: z.iso.datetime().nullable().describe('When it ends, if it was switched off.'),
});

const payeeName = z.string().trim().min(1).max(40).refine(isName);

const limits = z.object({
  least: decimal.describe('The minimum of one withdrawal.'),
  most: decimal.describe('The maximum of one withdrawal.'),
  day: decimal.describe('The maximum of one UTC day.'),
  used: decimal.describe(
    'The amount that counts today already: all withdrawals that were not rejected, cancelled or failed.',
  ),
  left: decimal.describe("The rest of today's limit."),
  balance: decimal.describe("The wallet's balance."),
  personal: decimal.describe('The maximum that can be withdrawn now: the smallest of `most`, `left` and `balance`.'),
});

export const showWithdrawForm = endpoint({
  method: 'POST',
  path: '/index/withdraw/form',
  auth: 'user',
  limit: usersReading,
  summary: 'Everything needed for a withdrawal: missing conditions, limits, fee, balances and saved payees.',
  input: nothing,
  output: z.object({
    missing: z.array(z.enum(missingThings)).describe('All unmet conditions.'),
    identity: identityState,
    lock: z
      .object({ kind: z.enum(changes), until: z.iso.datetime().nullable() })
      .nullable()
      .describe('Why withdrawals are locked. Without an end until the user logs in again.'),
    fee: z.string().describe('Percent; the fee is rounded up to the minor unit.'),
    nextFee: z.object({ from: z.iso.datetime(), fee: z.string() }).nullable().describe('The announced fee.'),
    cnyRate: z.string().describe('Yuan for one USDT: the limits are in USDT.'),
    limits: z.object({ USDT: limits, CNY: limits }),
    payees: z.array(saved).describe(`At most ${maxPayees}, newest first.`),
    savedOnly: savedOnly.describe('Whether withdrawals go to saved payees only.'),
    authenticator: z.boolean().describe('Whether saving a payee requires a code of the authenticator app.'),
    twoPeopleAbove: decimal.describe('The amount in USDT above which two people must approve.'),
    usualSeconds: z.int().nullable().describe('Four in five of the newest reviews took at most this long.'),
    automaticSeconds: z
      .int()
      .nullable()
      .describe('Seconds until automatic approval. Null if operators decide, as they do above `twoPeopleAbove`.'),
    onDuty,
  }),
  errors: [],
});

const asked = {
  id,
  fee: z.string().max(8).describe('The displayed percentage.'),
  saveAs: payeeName.optional().describe('Saves the payee under this name.'),
  ...confirmation,
  code: factorCode.optional().describe('For saving the payee, if an authenticator app is on.'),
};
export const startWithdrawal = endpoint({
  method: 'POST',
  path: '/index/withdraw/start',
  auth: 'user',
  limit: { per: 'user', burst: 30, everySeconds: 20, shared: true },
  summary: 'Requests a withdrawal. The amount is held immediately, and the withdrawal is reviewed.',
  input: z.discriminatedUnion('to', [
    z.object({ ...asked, ...toAddress, amount: amountOf('USDT') }),
    z.object({ ...asked, ...toBank, amount: amountOf('CNY') }),
  ]),
  output: z.object({ id }),
  errors: [
    ...unconfirmed,
    'account_abnormal',
    'identity_needed',
    'withdrawals_locked',
    'address_real',
    'address_unknown',
    'address_network',
    'account_real',
    'account_unknown',
    'fee_changed',
    'withdrawal_too_small',
    'withdrawal_too_large',
    'too_many_withdrawals',
    'day_limit',
    'insufficient_balance',
    'payees_full',
    'payee_not_saved',
    'payee_waits',
    'factor_needed',
    'id_used',
  ],
});
export type StartRefusal = (typeof startWithdrawal.errors)[number];

const summary = z.object({
  id: z.uuid(),
  state,
  way: z.enum(withdrawalMethods),
  currency,
  amount: decimal,
  fee: decimal,
  arrives: decimal.describe('The amount without the fee.'),
  at: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

export const listWithdrawals = endpoint({
  method: 'POST',
  path: '/index/withdraw/list',
  auth: 'user',
  limit: usersReading,
  summary: 'The withdrawals of the caller, newest first.',
  input: z.object({
    state: state.optional(),
    currency: currency.optional(),
    before: cursor.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ list: z.array(summary), next: z.string().nullable() }),
  errors: [],
});

export const showWithdrawal = endpoint({
  method: 'POST',
  path: '/index/withdraw/show',
  auth: 'user',
  limit: usersReading,
  summary: 'One withdrawal of the caller: its recipient, all steps so far, and the next one.',
  input: z.object({ id: z.uuid() }),
  output: summary.extend({
    payee,
    steps: z.array(z.object({ state, at: z.iso.datetime(), reason: z.string().nullable() })),
    twoPeople: z.boolean().describe('Whether its amount requires two people to approve it.'),
    usualSeconds: z.int().nullable(),
    automaticSeconds: z.int().nullable().describe('Seconds until automatic approval. Null if operators decide.'),
    onDuty,
    paidFrom: z.iso
      .datetime()
      .nullable()
      .describe('When the simulated network will have paid it, while it is in transit.'),
  }),
  errors: ['not_found'],
});

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/index/withdraw/cancel',
  auth: 'user',
  limit: usersActing,
  summary: 'Cancels a withdrawal under review. The money returns immediately.',
  input: z.object({ id: z.uuid() }),
  output: nothing,
  errors: ['not_found', 'withdrawal_decided'],
});

/** Limit of changes that send an email to the owner, so that nobody can flood the owner's mailbox. */
export const payeeChanges: Limit = { per: 'account', burst: 20, everySeconds: 600 };
const changing = { limit: [usersActing, ...personTries, payeeChanges] };
const proof = { ...strictConfirmation, code: factorCode.optional() };
const unproven = [...unconfirmed, 'factor_needed'] as const;

export const listPayees = endpoint({
  method: 'POST',
  path: '/index/withdraw/payees',
  auth: 'user',
  limit: usersReading,
  summary: "The caller's saved payees, and whether withdrawals go to these only.",
  input: nothing,
  output: z.object({
    payees: z.array(saved).describe(`At most ${maxPayees}, newest first.`),
    savedOnly,
    authenticator: z.boolean(),
  }),
  errors: [],
});

export const addPayee = endpoint({
  method: 'POST',
  path: '/index/withdraw/addPayee',
  auth: 'user',
  ...changing,
  summary:
    'Saves a payee. Requires the trade password (and a code if an authenticator app is on). While withdrawals go to saved payees only, it becomes usable after 24 hours.',
  input: z.object({ name: payeeName, payee, ...proof }),
  output: z.object({ usableAt: z.iso.datetime() }),
  errors: [
    ...unproven,
    'address_real',
    'address_unknown',
    'address_network',
    'account_real',
    'account_unknown',
    'payees_full',
  ],
});

export const switchSavedOnly = endpoint({
  method: 'POST',
  path: '/index/withdraw/savedOnly',
  auth: 'user',
  ...changing,
  summary:
    'Restricts withdrawals to saved payees immediately, or lifts the restriction after 24 hours. Requires the trade password (and a code if an authenticator app is on).',
  input: z.object({ on: z.boolean(), ...proof }),
  output: savedOnly,
  errors: [...unproven, 'no_change'],
});

export const keepSavedOnly = endpoint({
  method: 'POST',
  path: '/index/withdraw/keepSavedOnly',
  auth: 'user',
  limit: usersActing,
  summary: 'Cancels lifting the restriction to saved payees. Requires no proof, because the owner loses nothing.',
  input: nothing,
  output: savedOnly,
  errors: ['no_change'],
});

export const removePayee = endpoint({
  method: 'POST',
  path: '/index/withdraw/removePayee',
  auth: 'user',
  limit: usersActing,
  summary: 'Removes a saved payee immediately. Withdrawals already started continue.',
  input: z.object({ id: z.uuid() }),
  output: nothing,
  errors: ['not_found'],
});

import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { endpoint, nothing, usersReading } from '../endpoint.ts';
import { formatUsdt } from '../money.ts';
import { confirmation, unconfirmed } from '../security/confirm.ts';
import { savedOnly } from '../withdrawals/calls.ts';

const decimal = z.string().describe('A decimal amount of USDT.');
/** Generated at the tap, so that a retry is recognized as the same request. */
const id = z.uuid();
/** The minimum transfer, so that nobody can fill another user's records with tiny amounts. */
export const minTransfer = 10_000n;
const amount = amountOf('USDT')
  .refine((units) => units >= minTransfer)
  .describe(`USDT, at least ${formatUsdt(minTransfer)}, at most 6 decimals.`);
/** Minutes that a found payee can be used. */
export const payeeMinutes = 15;
const token = z.string().min(1).max(200).describe('The payee as returned by `findPayee`.');

export const foundBy = ['username', 'email', 'phone', 'invitation'] as const;

export const findPayee = endpoint({
  method: 'POST',
  path: '/index/transfers/payee',
  auth: 'user',
  // More than anyone searches by hand. Testing a list of names would take days and be noticed.
  limit: [
    { per: 'user', burst: 15, everySeconds: 60, shared: true },
    { per: 'address', burst: 60, everySeconds: 10, shared: true },
  ],
  summary: 'Finds a member who can receive, by complete username, email, phone or invitation code.',
  input: z.object({ account: z.string().trim().min(1).max(254) }),
  output: z.object({
    token,
    name: z.string().describe('Masked: at most its first letter.'),
    foundBy: z.enum(foundBy),
    level: z.int(),
    perDay: decimal,
    perMonth: decimal,
  }),
  errors: ['payee_unknown', 'payee_is_self', 'too_many_requests'],
});

export const checkAmount = endpoint({
  method: 'POST',
  path: '/index/transfers/fits',
  auth: 'user',
  // Each response reveals a little about what the payee has received.
  limit: { per: 'user', burst: 30, everySeconds: 10, shared: true },
  summary: 'Whether the payee may still receive an amount. The remaining limit is never revealed.',
  input: z.object({ token, amount }),
  output: z.object({ fits: z.boolean() }),
  errors: ['payee_unconfirmed', 'too_many_requests'],
});

export const showSending = endpoint({
  method: 'POST',
  path: '/index/transfers/settings',
  auth: 'user',
  limit: usersReading,
  summary: 'Whether the caller can send, can send with one tap, and chose to confirm every transfer.',
  input: nothing,
  output: z.object({
    level: z.int(),
    ask: z.boolean().describe('The member, who has a level, chose to confirm every transfer with the trade password.'),
    needsPassword: z.boolean(),
    least: decimal,
    savedOnly: savedOnly.describe('Whether withdrawals go to saved payees only. In that case nothing can be sent.'),
  }),
  errors: [],
});

export const setAsking = endpoint({
  method: 'POST',
  path: '/index/transfers/ask',
  auth: 'user',
  limit: { per: 'user', burst: 20, everySeconds: 10 },
  summary: 'Sets whether every transfer requires the trade password. Turning this off requires it once more.',
  input: z.object({ ask: z.boolean(), ...confirmation }),
  output: z.object({ ask: z.boolean() }),
  errors: unconfirmed,
});

export const sendToMember = endpoint({
  method: 'POST',
  path: '/index/transfers/send',
  auth: 'user',
  limit: { per: 'user', burst: 30, everySeconds: 2 },
  summary:
    'Sends USDT from the fund wallet to the confirmed payee, immediately and free of charge. It cannot be reversed.',
  input: z.object({ id, token, amount, ...confirmation }),
  output: z.object({ id, amount: decimal, name: z.string() }),
  errors: [
    'payee_unconfirmed',
    'payee_unknown',
    'payee_limit',
    'saved_payees_only',
    'insufficient_balance',
    'id_used',
    'account_abnormal',
    ...unconfirmed,
  ],
});

export const showTransfer = endpoint({
  method: 'POST',
  path: '/index/transfers/show',
  auth: 'user',
  limit: usersReading,
  summary: 'A transfer that the caller sent or received.',
  input: z.object({ id }),
  output: z.object({
    id,
    side: z.enum(['sent', 'received']),
    amount: decimal,
    name: z.string().describe('The other member, masked.'),
    at: z.iso.datetime(),
  }),
  errors: ['not_found'],
});

import { z } from 'zod';
import { getStatement } from '../assets/calls.ts';
import { nothing } from '../endpoint.ts';
import { wallets } from '../ledger/books.ts';
import { locales } from '../locales.ts';
import { type Currency, parseUnits, scales } from '../money.ts';
import { doneOrWaiting, operatorCall, personNumber, reason } from '../operators/call.ts';
import { userInfo } from '../session/calls.ts';

const decimal = z.string();
const currency = z.enum(Object.keys(scales) as [Currency, ...Currency[]]);

export const searchUsers = operatorCall({
  path: '/office/users/search',
  permission: 'users.read',
  leaves: 'nothing',
  summary:
    'Users whose number, username, email, phone or invitation code begins with the text, or without a text the newest. At most 50.',
  input: z.object({ query: z.string().trim().max(254).default('') }),
  output: z.object({
    list: z.array(
      z.object({
        number: personNumber,
        username: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        country: z.string(),
        status: userInfo.shape.status,
        vipLevel: z.int(),
        identity: userInfo.shape.identity,
        registeredAt: z.iso.datetime(),
      }),
    ),
    complete: z.boolean(),
  }),
  errors: [],
});
export const showUser = operatorCall({
  path: '/office/users/show',
  permission: 'users.read',
  leaves: 'look',
  summary: 'One user: identity, balances of the wallets, and number of open sessions.',
  input: z.object({ number: personNumber }),
  output: z.object({
    info: userInfo.omit({ tradePassword: true }),
    language: z.enum(locales).nullable().describe('Null if it is not known.'),
    invitedBy: personNumber.nullable(),
    sessions: z.int(),
    wallets: z.array(z.object({ wallet: z.enum(wallets), currency, amount: decimal })),
  }),
  errors: ['not_found'],
});
export const readUserStatement = operatorCall({
  path: '/office/users/statement',
  permission: 'users.read',
  leaves: 'look',
  summary: "The postings behind a user's balances, exactly as the user sees them.",
  input: z.object({ number: personNumber, ...getStatement.input.shape }),
  output: getStatement.output,
  errors: ['not_found'],
});
export const freezeUser = operatorCall({
  path: '/office/users/freeze',
  permission: 'users.freeze',
  leaves: 'entry',
  summary: 'Freezes an account. Its user can then only look at it, sees the reason and may appeal.',
  input: z.object({ number: personNumber, reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});
export const unfreezeUser = operatorCall({
  path: '/office/users/unfreeze',
  permission: 'users.freeze',
  leaves: 'entry',
  summary: 'Ends a freeze. The user sees the reason.',
  input: z.object({ number: personNumber, reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});
/**
 * Maximum credit of one correction in USDT. The database enforces this limit too, and a limit by value for other
 * currencies.
 */
export const creditMax = '100000';
export const correctBalance = operatorCall({
  path: '/office/users/correct',
  permission: 'users.correct',
  leaves: 'entry',
  summary: `Posts an amount between the house and a wallet, with a reason that the user sees. Always requires a second person. Credits are limited to ${creditMax} USDT, and to 1,000,000 USDT a day for all users together.`,
  input: z
    .object({
      id: z.uuid().describe('Generated at the tap, so that a retry is recognized as the same correction.'),
      number: personNumber,
      wallet: z.enum(wallets),
      currency,
      direction: z.enum(['credit', 'debit']).describe('Credit: to the user.'),
      amount: z.string().max(20).describe('Above zero.'),
      reason,
    })
    .refine(({ amount, currency }) => (parseUnits(amount, currency) ?? 0n) > 0n, { path: ['amount'] })
    .refine(({ wallet, currency }) => walletHolds(wallet, currency), { path: ['currency'] }),
  output: doneOrWaiting,
  errors: ['not_found', 'insufficient_balance', 'correction_too_large', 'id_used'],
});
/** Coins can only be in the spot wallet, yuan only in the cash wallet. */
export const walletHolds = (wallet: (typeof wallets)[number], currency: Currency): boolean =>
  wallet === 'cash' ? currency === 'CNY' : currency === 'USDT' || (wallet === 'spot' && currency !== 'CNY');

/** Whether an amount of USDT exceeds the maximum of one correction. */
export const isAboveCreditMax = (amount: string, currency: Currency): boolean =>
  currency === 'USDT' && (parseUnits(amount, currency) ?? 0n) > parseUnits(creditMax, currency)!;

/** Amounts that count as large. Every amount of a coin does, because its value changes. */
const largeAmounts: Partial<Record<Currency, string>> = { USDT: '1000', CNY: '7000' };
/** Whether an operator must type the amount again before requesting or approving a correction, or returning a withdrawal. */
export function isLargeAmount(amount: string, currency: Currency): boolean {
  const from = largeAmounts[currency];
  return from === undefined || (parseUnits(amount, currency) ?? 0n) >= parseUnits(from, currency)!;
}

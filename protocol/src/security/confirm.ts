import { z } from 'zod';
import { authenticatorCode, passkeyAnswer } from '../factors/parts.ts';

/** Actions confirmed by the trade password or by a passkey instead. A passkey challenge is bound to one of them. */
export const confirmedActs = [
  '/index/wealth/buy',
  '/index/vip/upgrade',
  '/index/transfers/send',
  '/index/transfers/ask',
  '/index/withdraw/start',
  '/index/withdraw/addPayee',
  '/index/withdraw/savedOnly',
  '/index/user/mailPhrase',
] as const;
export type ConfirmedAct = (typeof confirmedActs)[number];

/** Waiting period before a new passkey or authenticator app can confirm in place of the trade password. */
export const factorWaits = { hours: 24 } as const;

const typed = z.string().max(32).optional().describe('The trade password.');
const passkey = passkeyAnswer.optional().describe('Instead of it: the response to `askConfirmation` for this action.');
const appCode = authenticatorCode
  .optional()
  .describe('Instead of it: a code of the authenticator app. Each code confirms one action.');
/** Confirmations of money actions. One of them is required. */
export const confirmation = { tradePassword: typed, appCode, passkey };
/** Proof of ownership where both the trade password and the second factor are required. A passkey counts as both. */
export const strictConfirmation = { tradePassword: typed, passkey };

export const unconfirmed = [
  'trade_password_missing',
  'trade_password_needed',
  'wrong_trade_password',
  'wrong_factor',
  'wrong_passkey',
  'factor_new',
  'too_many_requests',
] as const;

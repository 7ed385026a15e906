import { z } from 'zod';
import { authenticatorCode, passkeyAnswer } from '../factors/parts.ts';

/** Acts that the trade password confirms, or a passkey in its place. A passkey is asked about one of them. */
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

/** How long after it was added a passkey or an authenticator app may confirm in place of the trade password. */
export const factorWaits = { hours: 24 } as const;

const typed = z.string().max(32).optional().describe('The trade password.');
const passkey = passkeyAnswer.optional().describe('In place of it: the answer to `askConfirmation` for this very act.');
const appCode = authenticatorCode
  .optional()
  .describe('In place of it: a code of the authenticator app. Each code confirms one act.');
/** What confirms an act of money: one of these. */
export const confirmation = { tradePassword: typed, appCode, passkey };
/** What proves the owner where the trade password and the second factor are both asked for: a passkey is both. */
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

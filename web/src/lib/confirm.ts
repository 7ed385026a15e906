import { canUsePasskeys, showPasskey } from '@glasshouse/kit/passkey.ts';
import type { showFactors } from '@glasshouse/protocol/factors/calls';
import type { askConfirmation } from '@glasshouse/protocol/security/calls';
import { type ConfirmedAct, factorWaits } from '@glasshouse/protocol/security/confirm';
import { useQuery } from '@tanstack/react-query';
import { call, Refused } from './call.ts';
import { serverNow } from './server-clock.ts';
import { needWords, t } from './words.tsx';

/** How a user confirms moving money: with the trade password, or instead with a passkey or the authenticator app. */
export type ConfirmWay = 'tradePassword' | 'passkey' | 'appCode';
export type ConfirmedBy =
  | { way: 'tradePassword'; typed: string; code?: string }
  | { way: 'appCode'; typed: string }
  | { way: 'passkey' };

/** The body of a request with its proof. A passkey signs exactly this body. */
export async function withProof<B extends object>(act: ConfirmedAct, input: B, by: ConfirmedBy) {
  if (by.way === 'appCode') return { ...input, appCode: by.typed };
  if (by.way === 'tradePassword')
    return { ...input, tradePassword: by.typed, ...(by.code !== undefined && { code: by.code }) };
  const request = { act, input: { ...input } as Record<string, unknown> };
  const { options } = await call<typeof askConfirmation>('POST', '/index/user/askConfirmation', request);
  return { ...input, passkey: await show(options) };
}

const words = ['security'] as const;
/** If the user closes the browser's dialog or no passkey answers, nothing is sent. */
async function show(options: Parameters<typeof showPasskey>[0]) {
  try {
    return await showPasskey(options);
  } catch {
    await needWords(words);
    throw new Refused(400, t('security.confirm.unanswered'));
  }
}

const waits = factorWaits.hours * 3_600_000;

/** The alternatives to the trade password that can be used now. Recently added ones can't be used yet. */
export function useOtherWays(): readonly ConfirmWay[] | undefined {
  const { data } = useQuery({
    queryKey: ['security', 'factors'],
    queryFn: () => call<typeof showFactors>('POST', '/index/user/factors', {}),
    meta: { quiet: true },
  });
  if (!data) return undefined;
  const since = serverNow() - waits;
  const isOld = (at: string | null) => at !== null && Date.parse(at) <= since;
  return [
    ...(canUsePasskeys() && data.passkeys.some(({ createdAt }) => isOld(createdAt)) ? (['passkey'] as const) : []),
    ...(isOld(data.authenticatorSince) ? (['appCode'] as const) : []),
  ];
}

import { canUsePasskeys, showPasskey } from '@glasshouse/kit/passkey.ts';
import type { showFactors } from '@glasshouse/protocol/factors/calls';
import type { askConfirmation } from '@glasshouse/protocol/security/calls';
import { type ConfirmedAct, factorWaits } from '@glasshouse/protocol/security/confirm';
import { useQuery } from '@tanstack/react-query';
import { call, Refused } from './call.ts';
import { serverNow } from './server-clock.ts';
import { needWords, t } from './words.tsx';

/** How an act of money is confirmed: by the trade password, or in its place by a passkey or the authenticator app. */
export type ConfirmWay = 'tradePassword' | 'passkey' | 'appCode';
export type ConfirmedBy =
  | { way: 'tradePassword'; typed: string; code?: string }
  | { way: 'appCode'; typed: string }
  | { way: 'passkey' };

/** What is sent with an act, with its proof. A passkey is asked about exactly this. */
export async function withProof<B extends object>(act: ConfirmedAct, input: B, by: ConfirmedBy) {
  if (by.way === 'appCode') return { ...input, appCode: by.typed };
  if (by.way === 'tradePassword')
    return { ...input, tradePassword: by.typed, ...(by.code !== undefined && { code: by.code }) };
  const asked = { act, input: { ...input } as Record<string, unknown> };
  const { options } = await call<typeof askConfirmation>('POST', '/index/user/askConfirmation', asked);
  return { ...input, passkey: await show(options) };
}

const words = ['security'] as const;
/** The browser's own window may be closed, or no passkey may answer; then nothing has happened. */
async function show(options: Parameters<typeof showPasskey>[0]) {
  try {
    return await showPasskey(options);
  } catch {
    await needWords(words);
    throw new Refused(400, t('security.confirm.unanswered'));
  }
}

const waits = factorWaits.hours * 3_600_000;

/** The ways that can confirm in place of the trade password now: what was added lately cannot yet. */
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

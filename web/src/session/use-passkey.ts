import { showPasskey } from '@glasshouse/kit/passkey.ts';
import type { passkeyLogin, passkeyOptions } from '@glasshouse/protocol/factors/calls';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { useMutation } from '@tanstack/react-query';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { rememberPasskey } from '../lib/passkey-memory.ts';
import { t } from '../lib/words.tsx';

/** If the user closes the browser's dialog or no passkey answers, nothing happens. */
async function show(options: Parameters<typeof showPasskey>[0]) {
  try {
    return await showPasskey(options);
  } catch {
    throw new Refused(400, t('session.passkeyFailed'));
  }
}

async function logIn(): Promise<UserInfo> {
  const { options } = await call<typeof passkeyOptions>('POST', '/index/index/passkeyOptions', {});
  const response = await show(options);
  const info = await call<typeof passkeyLogin>('POST', '/index/index/passkeyLogin', { response });
  rememberPasskey();
  return info;
}

/** Logs in with a passkey alone; the authenticator knows the account. */
export function usePasskey(enter: (info: UserInfo) => Promise<void>) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async () => enter(await logIn()),
    // The form itself shows the error.
    meta: { quiet: true },
  });
  return { start: () => mutate(), reset, busy: isPending, problem: error ? sentenceOf(error) : undefined };
}

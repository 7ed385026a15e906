import type { sendCode } from '@glasshouse/protocol/session';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { now, useSecondsLeft } from '../lib/clock.ts';
import { contactOf } from './contact.ts';

/** Has a code sent, and says how long to wait before the next one. */
export function useCode(purpose: 'register' | 'forget') {
  const [sent, setSent] = useState<{ to: string; resendAt: number }>();
  const wait = useSecondsLeft(sent?.resendAt);
  const sending = useMutation({
    mutationFn: (account: string) =>
      call<typeof sendCode>('POST', '/index/index/sendcode', { ...contactOf(account), purpose }),
    onSuccess: ({ resendAfterSeconds }, account) =>
      setSent({ to: account.trim(), resendAt: now() + resendAfterSeconds * 1000 }),
  });
  return { send: sending.mutate, sending: sending.isPending, sentTo: sent?.to, wait };
}

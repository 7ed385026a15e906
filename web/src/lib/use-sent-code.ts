import { now, useSecondsLeft } from '@glasshouse/kit/clock.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

/** Sends a code to a contact, and returns how long to wait before the next one. */
export function useSentCode(ask: (to: string) => Promise<{ resendAfterSeconds: number }>, onSent: () => void) {
  const [sent, setSent] = useState<{ to: string; resendAt: number }>();
  const wait = useSecondsLeft(sent?.resendAt);
  const sending = useMutation({
    mutationFn: ask,
    onSuccess: ({ resendAfterSeconds }, to) => {
      setSent({ to: to.trim(), resendAt: now() + resendAfterSeconds * 1000 });
      onSent();
    },
  });
  return { send: sending.mutate, sending: sending.isPending, sentTo: sent?.to, wait };
}

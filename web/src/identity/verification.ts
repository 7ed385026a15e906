import type { Output } from '@glasshouse/protocol/endpoint';
import type { IdentityEvent, showCertState } from '@glasshouse/protocol/identity/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../lib/call.ts';
import { watchEvents } from '../lib/live.ts';

export type Verification = Output<typeof showCertState>;
export const verificationKey = ['identity'];

// If the stream is blocked, polling finds a decision.
const askAgainAfter = 30_000;

export const useVerification = () =>
  useQuery({
    queryKey: verificationKey,
    queryFn: () => call<typeof showCertState>('POST', '/index/user/certState', {}),
    refetchInterval: ({ state }) => state.data?.state === 'under_review' && askAgainAfter,
    meta: { quiet: true },
  });

/** Refetches as soon as a decision is made, while one is `awaited`. */
export function useDecision(awaited: boolean, ask: () => void): void {
  const hear = useEffectEvent(ask);
  useEffect(() => {
    if (!awaited) return;
    return watchEvents<IdentityEvent>('identity', hear, hear);
  }, [awaited]);
}

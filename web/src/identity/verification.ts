import type { Output } from '@glasshouse/protocol/endpoint';
import type { IdentityEvent, showCertState } from '@glasshouse/protocol/identity/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../lib/call.ts';
import { watchLive } from '../lib/live.ts';

export type Verification = Output<typeof showCertState>;
export const verificationKey = ['identity'];

// Where the stream is blocked, a decision is found by asking.
const askAgainAfter = 30_000;

export const useVerification = () =>
  useQuery({
    queryKey: verificationKey,
    queryFn: () => call<typeof showCertState>('POST', '/index/user/certState', {}),
    refetchInterval: ({ state }) => state.data?.state === 'under_review' && askAgainAfter,
    meta: { quiet: true },
  });

const isIdentityEvent = (event: unknown): event is IdentityEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'identity';

/** Hears of the decision the moment it is made, while one is `awaited`. */
export function useDecision(awaited: boolean, hear: (state: IdentityEvent['state']) => void): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    if (!awaited) return;
    return watchLive({ topic: 'events' }, (frame) => {
      if (frame.kind === 'event' && isIdentityEvent(frame.event)) latest.current(frame.event.state);
    });
  }, [awaited]);
}

import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

const settleDelay = 1500; // milliseconds: a connection that has just returned may fail again
const maxTries = 10;

export const useIsLost = (): boolean => useConnection(({ lostAt }) => lostAt !== undefined);

/** While `open`, calls `findOut` each time the connection returns, up to a maximum number of times. */
export function useReconnected(open: boolean, findOut: () => void): void {
  const isLost = useIsLost();
  // A counter, because the connection may go and return between two renders.
  const returns = useConnection((line) => line.returns);
  const seen = useRef(returns);
  const wasLost = useRef(false);
  const tries = useRef(0);
  const latest = useRef(findOut);
  useEffect(() => {
    latest.current = findOut;
  });
  useEffect(() => {
    if (isLost || returns !== seen.current) wasLost.current = true;
    seen.current = returns;
    if (isLost || !open || !wasLost.current || tries.current >= maxTries) return;
    const timer = setTimeout(() => {
      wasLost.current = false;
      tries.current++;
      latest.current();
    }, settleDelay);
    return () => clearTimeout(timer);
  }, [isLost, returns, open]);
}

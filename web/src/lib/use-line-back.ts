import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

const settled = 1500; // ms: a line that has just come back may go again
const most = 10;

export const useIsLost = (): boolean => useConnection(({ lostAt }) => lostAt !== undefined);

/** While something is `open`, tries to find out what became of it each time the line has come back, so many times at most. */
export function useLineBack(open: boolean, findOut: () => void): void {
  const isLost = useIsLost();
  // Counted, as a line may go and come back between two drawings.
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
    if (isLost || !open || !wasLost.current || tries.current >= most) return;
    const timer = setTimeout(() => {
      wasLost.current = false;
      tries.current++;
      latest.current();
    }, settled);
    return () => clearTimeout(timer);
  }, [isLost, returns, open]);
}

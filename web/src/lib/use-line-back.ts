import { useEffect, useRef } from 'react';
import { useConnection } from './connection.ts';

const settled = 1500; // ms: a line that has just come back may go again
const most = 10;

export const useIsLost = (): boolean => useConnection(({ lostAt }) => lostAt !== undefined);

/** While something is `open`, tries to find out what became of it each time the line has come back, so many times at most. */
export function useLineBack(open: boolean, findOut: () => void): void {
  const isLost = useIsLost();
  const wasLost = useRef(false);
  const tries = useRef(0);
  const latest = useRef(findOut);
  useEffect(() => {
    latest.current = findOut;
  });
  useEffect(() => {
    if (isLost) wasLost.current = true;
    if (isLost || !open || !wasLost.current || tries.current >= most) return;
    const timer = setTimeout(() => {
      wasLost.current = false;
      tries.current++;
      latest.current();
    }, settled);
    return () => clearTimeout(timer);
  }, [isLost, open]);
}

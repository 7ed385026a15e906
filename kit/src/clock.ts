import { useEffect, useState } from 'react';

/** The only place that reads the clock; milliseconds since 1970. */
export const now = (): number => Date.now();

/** Full seconds left until `endsAt`, updated every second; 0 if there is nothing to wait for. */
export function useSecondsLeft(endsAt: number | undefined): number {
  const [time, setTime] = useState(now);
  const left = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - time) / 1000));
  const running = left > 0;
  useEffect(() => {
    setTime(now());
    if (!running || endsAt === undefined) return;
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [endsAt, running]);
  return left;
}

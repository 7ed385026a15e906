import { now } from '@glasshouse/kit/clock.ts';
import { create } from 'zustand';

/** Since when the server cannot be reached, undefined while it can; and how often the line has come back. */
export const useConnection = create<{ lostAt: number | undefined; returns: number }>(() => ({
  lostAt: navigator.onLine ? undefined : now(),
  returns: 0,
}));

/** Remembers the first failure only, so that the time shown is when the pause began. */
export const connectionLost = () => useConnection.setState(({ lostAt }) => ({ lostAt: lostAt ?? now() }));
/** An answer proves the line only if it was asked for after the loss: one that was under way when the network went does not. */
export const connectionBack = (asked: number) => {
  const { lostAt } = useConnection.getState();
  if (lostAt !== undefined && asked >= lostAt) networkBack();
};
/** Said by the browser itself. */
export const networkBack = () => useConnection.setState(({ returns }) => ({ lostAt: undefined, returns: returns + 1 }));

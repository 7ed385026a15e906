import { now } from '@glasshouse/kit/clock.ts';
import { create } from 'zustand';

/** Since when the server cannot be reached, undefined while it can; and how often the line has come back. */
export const useConnection = create<{ lostAt: number | undefined; returns: number }>(() => ({
  lostAt: navigator.onLine ? undefined : now(),
  returns: 0,
}));

/** Remembers the first failure only, so that the time shown is when the pause began. */
export const connectionLost = () => useConnection.setState(({ lostAt }) => ({ lostAt: lostAt ?? now() }));
export const connectionBack = () => {
  if (useConnection.getState().lostAt !== undefined) networkBack();
};
/** Said by the browser. An answer that was under way when the network went has made the line look well already; it comes back now. */
export const networkBack = () => useConnection.setState(({ returns }) => ({ lostAt: undefined, returns: returns + 1 }));

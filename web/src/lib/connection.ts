import { now } from '@glasshouse/kit/clock.ts';
import { create } from 'zustand';

/**
 * When the server became unreachable (`undefined` while it is reachable), and how often the connection has returned.
 */
export const useConnection = create<{ lostAt: number | undefined; returns: number }>(() => ({
  lostAt: navigator.onLine ? undefined : now(),
  returns: 0,
}));

/** Keeps the time of the first failure, so that the displayed time is when the outage began. */
export const connectionLost = () => useConnection.setState(({ lostAt }) => ({ lostAt: lostAt ?? now() }));
/**
 * An answer proves the connection only if the call was made after the loss. A call that was under way when the network
 * failed proves nothing.
 */
export const connectionBack = (asked: number) => {
  const { lostAt } = useConnection.getState();
  if (lostAt !== undefined && asked >= lostAt) networkBack();
};
/** The browser reports that the network is back. */
export const networkBack = () => useConnection.setState(({ returns }) => ({ lostAt: undefined, returns: returns + 1 }));

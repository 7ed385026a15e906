import { create } from 'zustand';
import { now } from './clock.ts';

/** Since when the server cannot be reached; undefined while it can. */
export const useConnection = create<{ lostAt: number | undefined }>(() => ({
  lostAt: navigator.onLine ? undefined : now(),
}));

/** Remembers the first failure only, so that the time shown is when the pause began. */
export const connectionLost = () => useConnection.setState(({ lostAt }) => ({ lostAt: lostAt ?? now() }));
export const connectionBack = () => {
  if (useConnection.getState().lostAt !== undefined) useConnection.setState({ lostAt: undefined });
};

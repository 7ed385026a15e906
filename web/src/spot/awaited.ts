import { create } from 'zustand';

/** The orders whose end is shown in a sheet: the last that was sent, or those that were sent together. */
export const useAwaited = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

export const awaitOrders = (ids: readonly string[]): void => useAwaited.setState({ ids });

import { create } from 'zustand';

const most = 20;

/** Results waiting to be looked at on their product's page, oldest first. */
export function waitingResults<O>() {
  const useWaiting = create<{ waiting: readonly O[] }>(() => ({ waiting: [] }));
  return {
    useWaiting,
    showResult: (order: O) => useWaiting.setState(({ waiting }) => ({ waiting: [...waiting, order].slice(-most) })),
    nextResult: () => useWaiting.setState(({ waiting }) => ({ waiting: waiting.slice(1) })),
    closeResults: () => useWaiting.setState({ waiting: [] }),
  };
}
export type Waiting<O> = ReturnType<typeof waitingResults<O>>;

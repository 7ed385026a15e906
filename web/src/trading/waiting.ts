import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { useAccount } from '../lib/account.ts';
import { useAwaitsPractice } from '../lib/awaits-practice.ts';
import { followStored, recallStored } from '../lib/stored.ts';
import { useUnseen } from '../lib/unseen.ts';

/** The page each product is traded on. Only this page shows the cards of its results. */
export const homes = {
  contract: '/contract',
  practice: '/contract',
  option: '/options',
  practiceOption: '/options',
} as const;
export type Product = keyof typeof homes;
/** A reference to a result. The component that shows it fetches the order. `user` is empty for practice orders. */
export type ResultRef = { product: Product; user: string; id: string };
/** `seen`: its page has shown it. */
type CardResult = ResultRef & { seen?: boolean };
type ResultState = {
  /** On cards, oldest first. They survive a reload and stay until the user reads or dismisses them. */
  waiting: readonly CardResult[];
  /** In the full sheet, in viewing order. */
  opened: readonly ResultRef[];
};

const maxResults = 20;
const isResultRef = (value: unknown): value is ResultRef => {
  const { product, user, id } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof product === 'string' && Object.hasOwn(homes, product) && typeof user === 'string' && typeof id === 'string'
  );
};

const useResultStore = create<ResultState>()(
  persist((): ResultState => ({ waiting: [], opened: [] }), {
    name: 'results',
    version: 1,
    partialize: ({ waiting }) => ({ waiting }),
    merge: (stored, now) => {
      const { waiting } = (stored ?? {}) as { waiting?: unknown };
      return { ...now, waiting: Array.isArray(waiting) ? waiting.filter(isResultRef).slice(-maxResults) : [] };
    },
  }),
);
followStored(useResultStore);

const without = (from: readonly ResultRef[], gone: readonly ResultRef[]) =>
  from.filter(({ id }) => !gone.some((each) => each.id === id));

function keep(waiting: readonly CardResult[]): void {
  useResultStore.setState({ waiting });
  const waitsFor = (wanted: Product) => waiting.some(({ product }) => product === wanted);
  useAwaitsPractice.setState({ waits: waitsFor('practice'), waitsOption: waitsFor('practiceOption') });
}

/** Puts a result on the card, replacing the previous one. */
export function addToCard(result: ResultRef): void {
  recallStored(useResultStore);
  const { waiting } = useResultStore.getState();
  keep([...without(waiting, [result]), result].slice(-maxResults));
}

/** Marks a product's results as seen because its page is shown. */
export function markSeen(product: Product): void {
  recallStored(useResultStore);
  keep(useResultStore.getState().waiting.map((each) => (each.product === product ? { ...each, seen: true } : each)));
}

/** Queues a result for the full sheet, after those that are open in it. */
export function openFullSheet(result: ResultRef): void {
  useResultStore.setState(({ opened }) => ({ opened: [...without(opened, [result]), result].slice(-maxResults) }));
}

/** Removes results that were read or dismissed. */
export function sendAway(gone: readonly ResultRef[]): void {
  recallStored(useResultStore);
  const { waiting, opened } = useResultStore.getState();
  useResultStore.setState({ opened: without(opened, gone) });
  keep(without(waiting, gone));
}

/** Marks a result that was read outside the full sheet. */
export function markRead(id: string): void {
  recallStored(useResultStore);
  keep(useResultStore.getState().waiting.filter((each) => each.id !== id));
}

/** A result counts as read if its receipt is open, also if the order ends while it is. */
export function useRead(id: string): void {
  const waits = useResultStore(({ waiting }) => waiting.some((each) => each.id === id));
  useEffect(() => {
    if (waits) markRead(id);
  }, [waits, id]);
}

/** Closes the full sheet. Results not yet shown there go back to the card. */
export function closeFullSheet(product: Product, seen: number): void {
  const opened = useResultStore.getState().opened.filter((each) => each.product === product);
  if (opened.length === 0) return;
  sendAway(opened);
  for (const result of opened.slice(seen)) addToCard(result);
}

export const isOpened = (product: Product): boolean =>
  useResultStore.getState().opened.some((each) => each.product === product);

/** The results of the current user, or the device's while nobody is logged in. */
function useOwn(from: 'waiting' | 'opened', isWanted: (product: Product) => boolean): readonly CardResult[] {
  const me = useAccount().user?.id ?? '';
  return useResultStore(
    useShallow((state) => state[from].filter(({ product, user }) => isWanted(product) && user === me)),
  );
}

/**
 * Counts a product's unseen results for the badge of its page: the user's or the device's. While the page is shown,
 * they are seen.
 */
export function useCountUnseen(product: Product, isShown: boolean): void {
  const count = useOwn('waiting', (each) => each === product).filter(({ seen }) => !seen).length;
  useEffect(() => {
    if (isShown && count > 0) markSeen(product);
    useUnseen.setState({ [homes[product]]: isShown ? 0 : count });
    return () => useUnseen.setState({ [homes[product]]: 0 });
  }, [product, isShown, count]);
}

/** The results in a product's full sheet, in viewing order. */
export const useOpened = (product: Product): readonly ResultRef[] => useOwn('opened', (each) => each === product);

/** The unread results of the current user, oldest first. */
export const useWaiting = (isWanted: (product: Product) => boolean): readonly ResultRef[] =>
  useOwn('waiting', isWanted);

const isAt = (pathname: string, home: string) => pathname.replace(/\/+$/, '') === home;
export const isHomeOf = (product: Product, pathname: string): boolean => isAt(pathname, homes[product]);

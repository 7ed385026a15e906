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
/** A reference to a result. Its order is fetched where it is shown. `user` is empty for practice orders. */
export type ResultRef = { product: Product; user: string; id: string };
/** `seen` once its page has shown it. */
type CardResult = ResultRef & { seen?: boolean };
type ResultState = {
  /** On cards, oldest first. They survive a reload and stay until the user reads or dismisses them. */
  waiting: readonly CardResult[];
  /** In the full sheet, in viewing order. */
  opened: readonly ResultRef[];
};

const most = 20;
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
      return { ...now, waiting: Array.isArray(waiting) ? waiting.filter(isResultRef).slice(-most) : [] };
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

/** Puts a result on the card, in place of the one before it. */
export function putOnCard(result: ResultRef): void {
  recallStored(useResultStore);
  const { waiting } = useResultStore.getState();
  keep([...without(waiting, [result]), result].slice(-most));
}

/** The page of a product shows its results now. */
export function markSeen(product: Product): void {
  recallStored(useResultStore);
  keep(useResultStore.getState().waiting.map((each) => (each.product === product ? { ...each, seen: true } : each)));
}

/** Shows a result whole, after those that are being looked at. */
export function showWhole(result: ResultRef): void {
  useResultStore.setState(({ opened }) => ({ opened: [...without(opened, [result]), result].slice(-most) }));
}

/** These were read, or sent away. */
export function sendAway(gone: readonly ResultRef[]): void {
  recallStored(useResultStore);
  const { waiting, opened } = useResultStore.getState();
  useResultStore.setState({ opened: without(opened, gone) });
  keep(without(waiting, gone));
}

/** One was read elsewhere than in the full sheet. */
export function markRead(id: string): void {
  recallStored(useResultStore);
  keep(useResultStore.getState().waiting.filter((each) => each.id !== id));
}

/** Whoever has the receipt of a result open has read it, also if it ends meanwhile. */
export function useRead(id: string): void {
  const waits = useResultStore(({ waiting }) => waiting.some((each) => each.id === id));
  useEffect(() => {
    if (waits) markRead(id);
  }, [waits, id]);
}

/** The full sheet closes: what was not looked at yet goes on waiting on the card. */
export function closeWhole(product: Product, seen: number): void {
  const opened = useResultStore.getState().opened.filter((each) => each.product === product);
  if (opened.length === 0) return;
  sendAway(opened);
  for (const result of opened.slice(seen)) putOnCard(result);
}

export const isOpened = (product: Product): boolean =>
  useResultStore.getState().opened.some((each) => each.product === product);

/** What of it is for whoever looks: their own, or the device's while nobody is logged in. */
function useOwn(from: 'waiting' | 'opened', isWanted: (product: Product) => boolean): readonly CardResult[] {
  const me = useAccount().user?.id ?? '';
  return useResultStore(
    useShallow((state) => state[from].filter(({ product, user }) => isWanted(product) && user === me)),
  );
}

/** Counts the unseen results of a product for the badge of its page: either those of the user or those of the device; while its page is shown, they are seen. */
export function useCountUnseen(product: Product, isShown: boolean): void {
  const count = useOwn('waiting', (each) => each === product).filter(({ seen }) => !seen).length;
  useEffect(() => {
    if (isShown && count > 0) markSeen(product);
    useUnseen.setState({ [homes[product]]: isShown ? 0 : count });
    return () => useUnseen.setState({ [homes[product]]: 0 });
  }, [product, isShown, count]);
}

/** What the full sheet of a product shows, one after the other. */
export const useOpened = (product: Product): readonly ResultRef[] => useOwn('opened', (each) => each === product);

/** What waits for whoever looks, oldest first. */
export const useWaiting = (isWanted: (product: Product) => boolean): readonly ResultRef[] =>
  useOwn('waiting', isWanted);

const isAt = (pathname: string, home: string) => pathname.replace(/\/+$/, '') === home;
export const isHomeOf = (product: Product, pathname: string): boolean => isAt(pathname, homes[product]);

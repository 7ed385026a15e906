import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { useAccount } from '../lib/account.ts';
import { useAwaitsPractice } from '../lib/awaits-practice.ts';
import { followStored, recallStored } from '../lib/stored.ts';
import { useUnseen } from '../lib/unseen.ts';

/** Each product with the page it is traded on, which alone shows the cards of its results. */
export const homes = {
  contract: '/contract',
  practice: '/contract',
  option: '/options',
  practiceOption: '/options',
} as const;
export type Product = keyof typeof homes;
/** A result by name: its order is asked for where it is shown. The orders of a device are nobody's. */
export type Named = { product: Product; user: string; id: string };
/** Seen once the page it was traded on has shown it. */
type OnCard = Named & { seen?: boolean };
type Kept = {
  /** On cards, oldest first. They wait, over a reload too, until somebody reads them or sends them away. */
  waiting: readonly OnCard[];
  /** In the full sheet, in the order in which they are looked at. */
  opened: readonly Named[];
};

const most = 20;
const isNamed = (value: unknown): value is Named => {
  const { product, user, id } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof product === 'string' && Object.hasOwn(homes, product) && typeof user === 'string' && typeof id === 'string'
  );
};

const useKept = create<Kept>()(
  persist((): Kept => ({ waiting: [], opened: [] }), {
    name: 'results',
    version: 1,
    partialize: ({ waiting }) => ({ waiting }),
    merge: (stored, now) => {
      const { waiting } = (stored ?? {}) as { waiting?: unknown };
      return { ...now, waiting: Array.isArray(waiting) ? waiting.filter(isNamed).slice(-most) : [] };
    },
  }),
);
followStored(useKept);

const without = (from: readonly Named[], gone: readonly Named[]) =>
  from.filter(({ id }) => !gone.some((each) => each.id === id));

function keep(waiting: readonly OnCard[]): void {
  useKept.setState({ waiting });
  const waitsFor = (wanted: Product) => waiting.some(({ product }) => product === wanted);
  useAwaitsPractice.setState({ waits: waitsFor('practice'), waitsOption: waitsFor('practiceOption') });
}

/** Puts a result on the card, in place of the one before it. */
export function putOnCard(result: Named): void {
  recallStored(useKept);
  const { waiting } = useKept.getState();
  keep([...without(waiting, [result]), result].slice(-most));
}

/** The page of a product shows its results now. */
export function markSeen(product: Product): void {
  recallStored(useKept);
  keep(useKept.getState().waiting.map((each) => (each.product === product ? { ...each, seen: true } : each)));
}

/** Shows a result whole, after those that are being looked at. */
export function showWhole(result: Named): void {
  useKept.setState(({ opened }) => ({ opened: [...without(opened, [result]), result].slice(-most) }));
}

/** These were read, or sent away. */
export function sendAway(gone: readonly Named[]): void {
  recallStored(useKept);
  const { waiting, opened } = useKept.getState();
  useKept.setState({ opened: without(opened, gone) });
  keep(without(waiting, gone));
}

/** One was read elsewhere than in the full sheet. */
export function markRead(id: string): void {
  recallStored(useKept);
  keep(useKept.getState().waiting.filter((each) => each.id !== id));
}

/** Whoever has the receipt of a result open has read it, also if it ends meanwhile. */
export function useRead(id: string): void {
  const waits = useKept(({ waiting }) => waiting.some((each) => each.id === id));
  useEffect(() => {
    if (waits) markRead(id);
  }, [waits, id]);
}

/** The full sheet closes: what was not looked at yet goes on waiting on the card. */
export function closeWhole(product: Product, seen: number): void {
  const opened = useKept.getState().opened.filter((each) => each.product === product);
  if (opened.length === 0) return;
  sendAway(opened);
  for (const result of opened.slice(seen)) putOnCard(result);
}

export const isOpened = (product: Product): boolean =>
  useKept.getState().opened.some((each) => each.product === product);

/** What of it is for whoever looks: their own, or the device's while nobody is logged in. */
function useOwn(from: 'waiting' | 'opened', isWanted: (product: Product) => boolean): readonly OnCard[] {
  const me = useAccount().user?.id ?? '';
  return useKept(useShallow((kept) => kept[from].filter(({ product, user }) => isWanted(product) && user === me)));
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
export const useOpened = (product: Product): readonly Named[] => useOwn('opened', (each) => each === product);

/** What waits for whoever looks, oldest first. */
export const useWaiting = (isWanted: (product: Product) => boolean): readonly Named[] => useOwn('waiting', isWanted);

const isAt = (pathname: string, home: string) => pathname.replace(/\/+$/, '') === home;
export const isHomeOf = (product: Product, pathname: string): boolean => isAt(pathname, homes[product]);

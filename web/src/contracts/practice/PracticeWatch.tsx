import { useMemo } from 'react';
import { useAccount } from '../../lib/account.ts';
import { markShown, unshownPractice, useOpenPractice } from '../../trading/practice/kept.ts';
import { ResultWatch, type Watched } from '../../trading/ResultWatch.tsx';
import type { Ended } from '../outcome/ended.ts';
import { practiceKey, useFollowed } from './follow.ts';
import { practice } from './results.ts';

const watched: Watched<Ended> = {
  ...practice,
  awaited: { seenOpen: unshownPractice, noLongerAwaited: (_, id) => markShown(id) },
  stale: practiceKey,
  loadSheet: async () => (await import('./PracticeSheet.tsx')).PracticeSheet,
};

/** Follows an order that only this device knows. Its result is for whoever is not logged in: it is nobody's money. */
export function PracticeWatch() {
  const order = useOpenPractice();
  useFollowed(order);
  const open = useMemo(() => ({ orders: order ? [order] : [], count: order ? 1 : 0 }), [order]);
  const isVisitor = useAccount().user === null;
  return isVisitor ? <ResultWatch user="" of={watched} open={open} /> : null;
}

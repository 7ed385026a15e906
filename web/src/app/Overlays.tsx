import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../lib/account.ts';
import { withWords } from '../lib/lazily.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { currentToast, watchToasts } from '../ui/toast.ts';
import { useCode, useTapped } from '../ui/use-code.ts';

/** Time for the first page to settle before its helpers are fetched. */
const afterFirstPage = 2500;

const loadSheets = async () => (await withWords(import('./Sheets.tsx'), ['help', 'home', 'support', 'user'])).Sheets;
const loadResultWatch = async () =>
  (await withWords(import('../contracts/outcome/ResultWatch.tsx'), ['contracts'])).ResultWatch;
const loadDecisionWatch = async () =>
  (await withWords(import('../identity/DecisionWatch.tsx'), ['identity'])).DecisionWatch;

function useHasSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), afterFirstPage);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/**
 * Sheets and toasts. Nothing of them is in the first load: they come when wanted, toasts a little earlier. Without a
 * connection they may not come at all; the page goes on without them, and the next wish asks for them again.
 */
export function Overlays() {
  const { user } = useAccount();
  const hasSettled = useHasSettled();
  const toasted = useSyncExternalStore(watchToasts, () => currentToast() !== undefined);
  const opened = useSheets(({ open }) => open !== null);
  const Sheets = useTapped(opened, loadSheets, closeSheet);
  const Toasts = useCode(toasted || hasSettled, async () => (await import('../ui/Toasts.tsx')).Toasts);
  const trades = user?.status === 'normal';
  const ResultWatch = useCode(trades && hasSettled, loadResultWatch);
  const isReviewed = trades && user.identity === 'under_review';
  const DecisionWatch = useCode(isReviewed && hasSettled, loadDecisionWatch);
  return (
    <>
      {Sheets && <Sheets />}
      {Toasts && <Toasts />}
      {ResultWatch && trades && <ResultWatch key={user.id} user={user.id} />}
      {DecisionWatch && isReviewed && <DecisionWatch key={user.id} />}
    </>
  );
}

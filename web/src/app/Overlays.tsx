import { Fragment, useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../lib/account.ts';
import { useAwaitsPractice } from '../lib/awaits-practice.ts';
import { checkLogWhenDue } from '../lib/check-log.ts';
import { forgetDrafts } from '../lib/draft.ts';
import { withWords } from '../lib/lazily.ts';
import { followOtherTabs } from '../lib/log-memory.ts';
import { useAwaitedTopUp } from '../lib/movements.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { currentToast, lastSpoken, watchToasts } from '../ui/toast.ts';
import { useCode, useTapped } from '../ui/use-code.ts';

/** Milliseconds for the first page to settle before its helpers are fetched. */
const afterFirstPage = 2500;

const loadSheets = async () => (await withWords(import('./Sheets.tsx'), ['help', 'home', 'support', 'user'])).Sheets;
const loadContractWatch = async () =>
  (await withWords(import('../contracts/outcome/ContractWatch.tsx'), ['contracts'])).ContractWatch;
const loadPracticeWatches = async () => (await import('./PracticeWatches.tsx')).PracticeWatches;
const loadOptionWatch = async () =>
  (await withWords(import('../options/outcome/OptionWatch.tsx'), ['options', 'contracts'])).OptionWatch;
const loadDecisionWatch = async () =>
  (await withWords(import('../identity/DecisionWatch.tsx'), ['identity'])).DecisionWatch;
const loadReceivedWatch = async () =>
  (await withWords(import('../transfers/ReceivedWatch.tsx'), ['transfers'])).ReceivedWatch;
const loadWealthWatch = async () => (await import('../wealth/wealth-news.ts')).WealthWatch;
const loadTopUpWatch = async () => (await withWords(import('../deposits/TopUpWatch.tsx'), ['deposits'])).TopUpWatch;

/** If the check fails for lack of a connection, the next visit repeats it. */
const lookForUpdates = () => {
  if (import.meta.env.PROD)
    import('./updates.ts').then(
      ({ offerUpdates }) => offerUpdates(),
      () => {},
    );
};

function useHasSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), afterFirstPage);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** Waits for an idle moment, in browsers that report one. */
function whenIdle(act: () => void): () => void {
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(act) : act()),
    2 * afterFirstPage,
  );
  return () => clearTimeout(timer);
}

/**
 * Sheets and toasts. They are not part of the first load: sheets load on first use, toasts a little earlier. If loading
 * fails, the page carries on and the next use tries again.
 */
export function Overlays() {
  const { user } = useAccount();
  const hasSettled = useHasSettled();
  useEffect(followOtherTabs, []);
  useEffect(() => {
    if (hasSettled) return whenIdle(checkLogWhenDue);
  }, [hasSettled]);
  const toasted = useSyncExternalStore(watchToasts, () => (currentToast() ?? lastSpoken()) !== undefined);
  const opened = useSheets(({ open }) => open !== null);
  const Sheets = useTapped(opened, loadSheets, closeSheet);
  const Toasts = useCode(toasted || hasSettled, async () => (await import('../ui/Toasts.tsx')).Toasts);
  useEffect(() => {
    // The user may have logged out elsewhere while this tab was on another site. The first access to this storage is
    // slow, so it happens after the page is shown.
    if (hasSettled && !user) forgetDrafts('');
  }, [hasSettled, user]);
  useEffect(() => {
    if (!hasSettled) return;
    lookForUpdates();
    import('../lib/last-prices.ts').then(
      ({ watchLeaving }) => watchLeaving(),
      () => {},
    );
  }, [hasSettled]);
  const trades = user?.status === 'normal';
  const ContractWatch = useCode(trades && hasSettled, loadContractWatch);
  const awaitsPractice = useAwaitsPractice((flags) => Object.values(flags).includes(true));
  const PracticeWatches = useCode(awaitsPractice, loadPracticeWatches);
  const OptionWatch = useCode(trades && hasSettled, loadOptionWatch);
  const WealthWatch = useCode(trades && hasSettled, loadWealthWatch);
  const isReviewed = trades && user.identity === 'under_review';
  const DecisionWatch = useCode(isReviewed && hasSettled, loadDecisionWatch);
  // Only users with a VIP level can receive transfers.
  const receives = trades && user.vipLevel > 0;
  const ReceivedWatch = useCode(receives && hasSettled, loadReceivedWatch);
  const awaitsTopUp = useAwaitedTopUp(({ awaited }) => awaited) && trades;
  const TopUpWatch = useCode(awaitsTopUp && hasSettled, loadTopUpWatch);
  return (
    <>
      {Sheets && <Sheets />}
      {Toasts && <Toasts />}
      {PracticeWatches && (!user || trades) && <PracticeWatches />}
      {trades && (
        <Fragment key={user.id}>
          {ContractWatch && <ContractWatch user={user.id} />}
          {OptionWatch && <OptionWatch user={user.id} />}
          {WealthWatch && <WealthWatch />}
          {DecisionWatch && isReviewed && <DecisionWatch />}
          {ReceivedWatch && receives && <ReceivedWatch />}
          {TopUpWatch && awaitsTopUp && <TopUpWatch />}
        </Fragment>
      )}
    </>
  );
}

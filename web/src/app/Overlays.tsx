import { Fragment, useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../lib/account.ts';
import { useAwaitsPractice } from '../lib/awaits-practice.ts';
import { forgetDrafts } from '../lib/draft.ts';
import { withWords } from '../lib/lazily.ts';
import { followOtherTabs } from '../lib/log-memory.ts';
import { lookAtLog } from '../lib/look-at-log.ts';
import { useAwaitedTopUp } from '../lib/movements.ts';
import { closeSheet, useSheets } from '../lib/sheets.ts';
import { currentToast, lastSpoken, watchToasts } from '../ui/toast.ts';
import { useCode, useTapped } from '../ui/use-code.ts';

/** Time for the first page to settle before its helpers are fetched. */
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

/** Without a connection new versions are looked for at the next visit. */
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

/** Much later, and when the browser has nothing better to do, where it can say so. */
function whenIdle(act: () => void): () => void {
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(act) : act()),
    2 * afterFirstPage,
  );
  return () => clearTimeout(timer);
}

/**
 * Sheets and toasts. Nothing of them is in the first load: they come when wanted, toasts a little earlier. Without a
 * connection they may not come at all; the page goes on without them, and the next wish asks for them again.
 */
export function Overlays() {
  const { user } = useAccount();
  const hasSettled = useHasSettled();
  useEffect(followOtherTabs, []);
  useEffect(() => {
    if (hasSettled) return whenIdle(lookAtLog);
  }, [hasSettled]);
  const toasted = useSyncExternalStore(watchToasts, () => (currentToast() ?? lastSpoken()) !== undefined);
  const opened = useSheets(({ open }) => open !== null);
  const Sheets = useTapped(opened, loadSheets, closeSheet);
  const Toasts = useCode(toasted || hasSettled, async () => (await import('../ui/Toasts.tsx')).Toasts);
  useEffect(() => {
    // They may have logged out elsewhere while this tab showed another site. The first look into this storage is slow: not before the page.
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
  // Only members with a level can receive.
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

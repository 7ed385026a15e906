import { now } from '@glasshouse/kit/clock.ts';
import { useLocation, useNavigate } from '@glasshouse/kit/router.tsx';
import { listReviewCases, listReviewKinds, showReviewCase } from '@glasshouse/protocol/review/office';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { askAgain } from '../lib/ask.ts';
import { useKeys } from '../lib/keys.ts';
import { useMe } from '../lib/session.ts';
import { useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { claimedCase, releaseClaim, watchClaim } from './claims.ts';
import styles from './Pending.module.css';
import {
  checkSent,
  decisionState,
  dismissFailed,
  isDecidedHere,
  sendOnLeaving,
  sendPending,
  undo,
  watchDecisions,
  whenSettled,
} from './pending.ts';

/** Before the session ends: sends the pending decisions and releases the claim. */
export async function leaveQueues(): Promise<void> {
  await Promise.all([sendPending(), releaseClaim()]);
}

const useDecisions = () => useSyncExternalStore(watchDecisions, decisionState);
/** Returns a function that tells whether this operator has decided a case and the queue doesn't show it yet. */
export function useDecidedHere(): (id: string) => boolean {
  const decisions = useDecisions();
  return (id) => isDecidedHere(decisions, id);
}

/** On every page: decisions that can still be undone, refused decisions, and the release of the claim. */
export function Pending() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { pending, failed } = useDecisions();
  useLeaving();
  const open = ({ kind, id }: { kind: string; id: string }) => void navigate(`/review/${kind}/${id}`);
  const takeBack = (id?: string) => {
    const taken = undo(id);
    if (taken) open(taken);
  };
  useKeys(pending.length > 0 ? { u: () => takeBack() } : {});
  const latest = pending.at(-1)?.id;
  const [refused] = failed;
  return (
    <div className={styles.place}>
      {refused && (
        <div className={styles.bar} role="alert">
          <span>
            <b>{t('review.undo.failed', { title: refused.title })}</b> {refused.message}
          </span>
          <Button
            onClick={() => {
              dismissFailed(refused.id);
              open(refused);
            }}
          >
            {t('review.undo.open')}
          </Button>
          <Button kind="quiet" onClick={() => dismissFailed(refused.id)}>
            {t('ui.close')}
          </Button>
        </div>
      )}
      <div className={styles.pending} aria-live="polite">
        {pending.length > 0 && (
          <div className={styles.stack}>
            {pending.length > 1 && (
              <b className={styles.count}>{t('review.undo.several', { count: pending.length })}</b>
            )}
            <ul>
              {pending.toReversed().map(({ id, title, decision, until }) => (
                <li key={id}>
                  <span>
                    <b>{t(`review.undo.${decision.decision}`, { title })}</b> <Left until={until} />
                  </span>
                  <Button {...(id === latest && { shortcut: 'U' })} onClick={() => takeBack(id)}>
                    {t('review.undo.undo')}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}

/** Hidden from screen readers, which would read every second aloud. */
function Left({ until }: { until: number }) {
  const { t } = useWords();
  useNow(250);
  const count = Math.max(0, Math.ceil((until - now()) / 1000));
  return <span aria-hidden="true">{t('review.undo.left', { count })}</span>;
}

/** Opening the user of the case keeps the claim; opening another case or leaving the queues releases it. */
const isWorkOn = (id: string, path: string) => path.endsWith(`/${id}`) || path.startsWith('/users/');

function useLeaving(): void {
  const client = useQueryClient();
  const { id: me } = useMe();
  const { pathname } = useLocation();
  const claimed = useSyncExternalStore(watchClaim, claimedCase);
  useEffect(() => {
    if (claimed !== undefined && !isWorkOn(claimed, pathname)) void releaseClaim().then(refresh);
    function refresh() {
      void askAgain(client, [listReviewCases, showReviewCase]);
    }
  }, [claimed, pathname, client]);
  useEffect(() => {
    whenSettled(() => askAgain(client, [showReviewCase, listReviewCases, listReviewKinds]));
    void checkSent(me);
    const onHide = () => {
      sendOnLeaving();
      void releaseClaim({ keepalive: true });
    };
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void checkSent(me);
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
    };
  }, [client, me]);
}

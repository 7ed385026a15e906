import { formatTime } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { claimReviewCase, showReviewCase } from '@glasshouse/protocol/review/office';
import { useEffect, useRef } from 'react';
import { useAct } from '../lib/act.ts';
import { useKeys } from '../lib/keys.ts';
import { reasonWords } from '../lib/names.ts';
import { usePresence } from '../lib/presence.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { type Case, changes } from './case.ts';
import { dropTicks, forgetClaim, switchClaim, takeClaim, wasReleased } from './claims.ts';
import { useDecidedHere } from './Pending.tsx';
import styles from './Review.module.css';
import { TwoPeople } from './TwoPeople.tsx';
import { Verdict } from './Verdict.tsx';

const renewEvery = 4 * 60_000;
/** Kinds of case that two people approve; the first of them cannot also be the second. */
const withFirst: readonly string[] = ['withdrawal', 'top_up'];

type DecisionProps = { data: Case; mayDecide: boolean; onDecided: () => void };

/** Claim, check, decide. An action that isn't possible now says why. */
export function Decision({ data, mayDecide, onDecided }: DecisionProps) {
  const { t } = useWords();
  const { case: about } = data;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button is gone, so the focus moves to the heading above the checks.
  const claim = useAct(claimReviewCase, {
    changes,
    onDone: () => {
      // If the operator has opened another case in the meantime, the claim is released.
      takeClaim(about.id);
      heading.current?.focus({ preventScroll: true });
    },
  });
  const mine = about.claim?.mine ?? false;
  const had = useRef(false);
  if (mine) had.current = true;
  const isPending = useDecidedHere()(about.id);
  const free = mayDecide && !data.own && !data.stopped && !about.decided && !about.claim && !isPending;
  // A case that the operator returned to the queue isn't lost.
  const released = () => {
    had.current = false;
    forgetClaim(about.id);
    dropTicks(about.id);
  };
  const isHeld = mine && !about.decided && !isPending;
  useEffect(() => {
    if (isHeld) switchClaim(about.id);
  }, [isHeld, about.id]);
  useKeep(mine && !about.decided, about.id);
  useKeys(free ? { c: () => claim.mutate({ id: about.id }) } : {});
  return (
    <section className={styles.decision}>
      <h2 ref={heading} tabIndex={-1}>
        {t('review.decision')}
      </h2>
      {about.decided && <Decided decided={about.decided} />}
      {!about.decided && !mayDecide && <Note>{t('review.readOnly')}</Note>}
      {data.stopped && (
        <Note tone="amber" title={t('review.stopped')}>
          {t('review.stoppedText')} <Link to="/withdrawals">{t('nav.withdrawals')}</Link>
        </Note>
      )}
      {mayDecide && data.own && (
        <Note tone="amber" title={t(withFirst.includes(about.kind) ? 'review.ownFirst' : 'review.own')}>
          {t('review.ownText', { roles: data.deciders.map((role) => t(`roles.${role}`)).join(', ') })}
        </Note>
      )}
      {mayDecide && !isPending && <TwoPeople data={data} />}
      {!about.decided && about.claim && !mine && (
        <Note tone="amber" title={t('review.claimed', { name: about.claim.by.name })}>
          {t('review.claimedUntil', { time: formatTime(about.claim.until, 'time') })}
        </Note>
      )}
      {free && (
        <>
          {wasReleased(about.id) ? (
            <Note title={t('review.givenBack')}>{t('review.givenBackText')}</Note>
          ) : (
            had.current && (
              <Note tone="amber" role="alert" title={t('review.lost')}>
                {t('review.lostText')}
              </Note>
            )
          )}
          <Button kind="ink" big shortcut="C" busy={claim.isPending} onClick={() => claim.mutate({ id: about.id })}>
            {t('review.claim')}
          </Button>
          <p className={styles.help}>{t('review.claimText')}</p>
        </>
      )}
      {isPending && !about.decided && <Note title={t('review.undo.waits')}>{t('review.undo.waitsText')}</Note>}
      {isHeld && !data.stopped && <Verdict data={data} onDecided={onDecided} onReleased={released} />}
    </section>
  );
}

/** The decision: by an operator, automatic, or canceled by the user. */
function Decided({ decided: { decision, by, at, reason } }: { decided: NonNullable<Case['case']['decided']> }) {
  const { t } = useWords();
  const time = formatTime(at);
  if (decision === 'cancelled') return <Note title={t('review.takenBack')}>{time}</Note>;
  return (
    <Note
      tone={decision === 'approve' ? 'ok' : 'error'}
      title={by ? t(`review.outcome.${decision}`) : t('review.byClock')}
    >
      {by ? t('review.by', { name: by.name, time }) : `${t('review.byClockText', { time })} ${t('review.byClockWhy')}`}
      {reason && ` ${reasonWords(reason)}`}
    </Note>
  );
}

/** A claim lasts ten minutes. It is renewed while the case is open and the operator is active. */
function useKeep(mine: boolean, id: string): void {
  const present = usePresence();
  const { mutate } = useAct(claimReviewCase, { changes: [showReviewCase], quiet: true });
  useEffect(() => {
    if (!mine || !present) return;
    const timer = setInterval(() => mutate({ id }), renewEvery);
    return () => clearInterval(timer);
  }, [mine, present, id, mutate]);
}

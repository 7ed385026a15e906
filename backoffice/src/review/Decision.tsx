import {
  claimReviewCase,
  decideReviewCase,
  listReviewCases,
  listReviewKinds,
  releaseReviewCase,
  showReviewCase,
} from '@glasshouse/protocol/office/review';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useKeys } from '../lib/keys.ts';
import { checkWord } from '../lib/kinds.ts';
import { usePresence } from '../lib/presence.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { AreaField, CheckField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import type { Case } from './case.ts';
import styles from './Review.module.css';

const changes = [showReviewCase, listReviewCases, listReviewKinds];
const renewEvery = 4 * 60_000;

type DecisionProps = { data: Case; mayDecide: boolean; onDecided: () => void };

/** Claim, check, decide. What cannot be done now says why. */
export function Decision({ data, mayDecide, onDecided }: DecisionProps) {
  const { t } = useWords();
  const { case: about } = data;
  const claim = useAct(claimReviewCase, { changes });
  const mine = about.claim?.mine ?? false;
  const had = useRef(false);
  if (mine) had.current = true;
  const free = mayDecide && !about.decided && !about.claim;
  useKeep(mine && !about.decided, about.id);
  useKeys(free ? { c: () => claim.mutate({ id: about.id }) } : {});
  return (
    <section className={styles.decision}>
      <h2>{t('review.decision')}</h2>
      {about.decided && (
        <Note
          tone={about.decided.decision === 'approve' ? 'ok' : 'error'}
          title={t(`review.outcome.${about.decided.decision}`)}
        >
          {t('review.by', { name: about.decided.by.name, time: formatTime(about.decided.at) })}
          {about.decided.reason && ` ${about.decided.reason}`}
        </Note>
      )}
      {!about.decided && !mayDecide && <Note>{t('review.readOnly')}</Note>}
      {!about.decided && about.claim && !mine && (
        <Note tone="amber" title={t('review.claimed', { name: about.claim.by.name })}>
          {t('review.claimedUntil', { time: formatTime(about.claim.until, 'time') })}
        </Note>
      )}
      {free && (
        <>
          {had.current && (
            <Note tone="amber" role="alert" title={t('review.lost')}>
              {t('review.lostText')}
            </Note>
          )}
          <Button kind="ink" big shortcut="C" busy={claim.isPending} onClick={() => claim.mutate({ id: about.id })}>
            {t('review.claim')}
          </Button>
          <p className={styles.help}>{t('review.claimText')}</p>
        </>
      )}
      {mine && !about.decided && <Verdict data={data} onDecided={onDecided} />}
    </section>
  );
}

/** A claim lasts ten minutes: it is taken again while the case is open and somebody is there. */
function useKeep(mine: boolean, id: string): void {
  const present = usePresence();
  const { mutate } = useAct(claimReviewCase, { changes: [showReviewCase], quiet: true });
  useEffect(() => {
    if (!mine || !present) return;
    const timer = setInterval(() => mutate({ id }), renewEvery);
    return () => clearInterval(timer);
  }, [mine, present, id, mutate]);
}

function Verdict({ data, onDecided }: { data: Case; onDecided: () => void }) {
  const { t } = useWords();
  const { case: about, checks } = data;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const all = checks.every((check) => ticked.includes(check));
  const decide = useAct(decideReviewCase, {
    changes,
    onDone: (_, { decision }) => {
      showToast('ok', t(`review.done.${decision}`));
      onDecided();
    },
  });
  const release = useAct(releaseReviewCase, { changes });

  function approve() {
    if (all && !decide.isPending) {
      decide.mutate({ id: about.id, decision: 'approve', checks: [...ticked], reason: reason.trim() || null });
    }
  }
  function reject() {
    const enough = reason.trim().length >= 3;
    setMissing(!enough);
    if (!enough) area.current?.querySelector('textarea')?.focus();
    else if (!decide.isPending) {
      decide.mutate({ id: about.id, decision: 'reject', checks: [...ticked], reason: reason.trim() });
    }
  }
  useKeys({ a: approve, r: reject });
  return (
    <>
      <div>
        {checks.map((check) => (
          <CheckField
            key={check}
            checked={ticked.includes(check)}
            onChange={(on) => setTicked(on ? [...ticked, check] : ticked.filter((each) => each !== check))}
          >
            {checkWord(about.kind, check)}
          </CheckField>
        ))}
      </div>
      <div ref={area}>
        <AreaField
          label={t('review.reason')}
          hideLabel
          placeholder={t('review.reason')}
          error={missing && reason.trim().length < 3 ? t('review.reasonNeeded') : undefined}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </div>
      <div className={styles.pair}>
        <Button big shortcut="R" busy={decide.isPending} onClick={reject}>
          {t('review.reject')}
        </Button>
        <Button kind="ink" big shortcut="A" disabled={!all} busy={decide.isPending} onClick={approve}>
          {t('review.approve')}
        </Button>
      </div>
      <p className={styles.help}>{t('review.help', { count: checks.length })}</p>
      <Button kind="quiet" busy={release.isPending} onClick={() => release.mutate({ id: about.id })}>
        {t('review.release')}
      </Button>
    </>
  );
}

import { decideReviewCase, releaseReviewCase } from '@glasshouse/protocol/review/office';
import { useRef, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useKeys } from '../lib/keys.ts';
import { checkWord } from '../lib/kinds.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { AreaField, CheckField } from '../ui/Field.tsx';
import { type Case, changes } from './case.ts';
import styles from './Review.module.css';

type VerdictProps = { data: Case; onDecided: () => void; onReleased: () => void };

/** Checks, reason, and the two ways a claimed case can go. */
export function Verdict({ data, onDecided, onReleased }: VerdictProps) {
  const { t } = useWords();
  const { case: about, checks } = data;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const all = checks.every((check) => ticked.includes(check));
  const decide = useAct(decideReviewCase, {
    changes,
    onDone: ({ waiting }, { decision }) => {
      showToast('ok', t(`review.done.${waiting ? 'first' : decision}`));
      onDecided();
    },
  });
  const release = useAct(releaseReviewCase, { changes, onDone: onReleased });

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

import type { Locale } from '@glasshouse/protocol/locales';
import { releaseReviewCase } from '@glasshouse/protocol/review/office';
import { type CannedReason, cannedFor } from '@glasshouse/protocol/review/reasons';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useKeys } from '../lib/keys.ts';
import { checkWord, titleWord } from '../lib/kinds.ts';
import { languageIn } from '../lib/language.ts';
import { useSentenceIn } from '../lib/sentence-in.ts';
import { useMe } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { AreaField, CheckField, SelectField } from '../ui/Field.tsx';
import { type Case, changes } from './case.ts';
import { keepDraft, readDraft } from './claims.ts';
import { decideLater, undoSeconds } from './pending.ts';
import styles from './Review.module.css';
import { barredNote } from './TwoPeople.tsx';

type VerdictProps = { data: Case; onDecided: () => void; onReleased: () => void };

/** Checks, reason, and the two decisions on a claimed case. */
export function Verdict({ data, onDecided, onReleased }: VerdictProps) {
  const { t, locale } = useWords();
  const { case: about, checks } = data;
  const language = data.language && languageIn(data.language, locale);
  const { id: me } = useMe();
  const [draft, setDraft] = useState(() => readDraft(about.id));
  const { reason, ticked, canned } = draft;
  const choices = cannedFor(about.kind);
  const [missing, setMissing] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const written = reason.trim().length;
  const enough = written >= 3 || (canned !== null && written === 0);
  const mayApprove = about.barred === null && checks.every((check) => ticked.includes(check));
  const change = (to: Partial<typeof draft>) => {
    const next = { ...draft, ...to };
    setDraft(next);
    keepDraft(about.id, next);
  };
  const tick = (check: string, on = !ticked.includes(check)) =>
    change({ ticked: on ? [...ticked, check] : ticked.filter((each) => each !== check) });
  const release = useAct(releaseReviewCase, { changes, onDone: onReleased });

  function decide(decision: 'approve' | 'reject') {
    const { id, kind } = about;
    const title = `${titleWord(kind, about.title)} · ${about.username ?? about.number}`;
    const why = decision === 'reject' && canned !== null ? { canned } : {};
    decideLater({ id, kind, title, me }, { id, decision, checks: [...ticked], reason: reason.trim() || null, ...why });
    onDecided();
  }
  const approve = () => mayApprove && decide('approve');
  /** If checks are left, the key moves the focus to the first of them. */
  function approveByKey() {
    const at = checks.findIndex((check) => !ticked.includes(check));
    if (at < 0 || about.barred !== null) approve();
    else boxes.current?.querySelectorAll('input')[at]?.focus();
  }
  /** Moves the focus to the canned reasons if the queue has them, with the text field below in view. */
  function focusReason() {
    area.current?.scrollIntoView({ block: 'nearest' });
    area.current?.querySelector<HTMLElement>('select, textarea')?.focus({ preventScroll: true });
  }
  function reject() {
    setMissing(!enough);
    if (enough) decide('reject');
    else focusReason();
  }
  /** Without a reason, the key only moves the focus to the reasons: nothing has been submitted yet. */
  const rejectByKey = () => (enough ? decide('reject') : focusReason());
  /** Escape leaves the reason and keeps it; Ctrl or Cmd with Enter rejects. */
  function onReasonKey(event: KeyboardEvent<HTMLSelectElement | HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reject();
    else return;
    event.preventDefault();
  }
  const ticking = Object.fromEntries(checks.slice(0, 9).map((check, i) => [String(i + 1), () => tick(check)]));
  useKeys({ a: approveByKey, r: rejectByKey, ...ticking });
  return (
    <>
      <div ref={boxes}>
        {checks.map((check, i) => (
          <CheckField
            key={check}
            checked={ticked.includes(check)}
            shortcut={i < 9 ? String(i + 1) : undefined}
            onChange={(on) => tick(check, on)}
          >
            {checkWord(about.kind, check)}
          </CheckField>
        ))}
      </div>
      <div ref={area} className={styles.reasons}>
        {choices.length > 0 && (
          <SelectField
            label={t('review.cannedLabel')}
            help={canned !== null && <Chosen canned={canned} language={data.language} />}
            value={canned ?? ''}
            onChange={(value) => change({ canned: choices.find((each) => each === value) ?? null })}
            onKeyDown={onReasonKey}
          >
            <option value="">{t('review.cannedNone')}</option>
            {choices.map((each) => (
              <option key={each} value={each}>
                {t(`review.canned.${each}`)}
              </option>
            ))}
          </SelectField>
        )}
        <AreaField
          label={t('review.reason')}
          hideLabel
          placeholder={t(canned === null ? 'review.reason' : 'review.reasonMore')}
          help={language ? t('review.writeIn', { language }) : t('review.languageUnknown')}
          error={missing && !enough ? t('review.reasonNeeded') : undefined}
          maxLength={500}
          value={reason}
          onChange={(reason) => change({ reason })}
          onKeyDown={onReasonKey}
        />
      </div>
      <div className={styles.pair}>
        <Button big shortcut="R" onClick={reject}>
          {t('review.reject')}
        </Button>
        <Button
          kind="ink"
          big
          shortcut="A"
          disabled={!mayApprove}
          aria-describedby={about.barred ? barredNote : undefined}
          onClick={approve}
        >
          {t('review.approve')}
        </Button>
      </div>
      <p className={styles.help}>
        {t('review.help', { count: checks.length })} {t('review.undo.help', { count: undoSeconds })}
      </p>
      <Button kind="quiet" busy={release.isPending} onClick={() => release.mutate({ id: about.id })}>
        {t('review.release')}
      </Button>
    </>
  );
}

type ChosenProps = { canned: CannedReason; language: Locale | null };

/** The full sentence as the user will read it; the list cuts it off. */
function Chosen({ canned, language }: ChosenProps) {
  const { t, locale } = useWords();
  const key = `review.canned.${canned}` as const;
  const sentence = useSentenceIn(language, key);
  return (
    <>
      <q lang={sentence && language ? language : undefined}>{sentence ?? t(key)}</q>{' '}
      {language ? t('review.cannedHelpIn', { language: languageIn(language, locale) }) : t('review.cannedHelp')}
    </>
  );
}

import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { specimenSides } from '@glasshouse/protocol/specimens/code';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { draftOf, keepDraft } from '../lib/draft.ts';
import { useLayer } from '../lib/layers.ts';
import { useWords } from '../lib/words.tsx';
import { usePictures } from '../specimens/use-pictures.ts';
import { WhoReviews } from '../specimens/WhoReviews.tsx';
import { Note } from '../ui/Note.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { Documents } from './Documents.tsx';
import styles from './Identity.module.css';
import type { Details } from './specimen.ts';
import type { Verification } from './verification.ts';

const steps = ['details', 'documents', 'review'] as const;

/**
 * The form, then the two sides, then the review; Back leads from each step to the previous one. After a rejection the
 * form is prefilled, except for the number, of which only the end is stored.
 */
export function Application({ before }: { before: Verification }) {
  const { t } = useWords();
  const { user } = useAccount();
  const [details, setDetails] = useState<Partial<Details>>(() => ({
    ...(before.name && { name: before.name }),
    ...(before.document && { document: before.document }),
    ...draftOf<Details>('identity', user!.number),
  }));
  const [step, setStep] = useState<0 | 1>(0);
  const sides = usePictures(specimenSides);
  const list = useRef<HTMLOListElement>(null);
  // The button that started a new application is gone, so the focus must move.
  const focusNeeded = useRef(before.state === 'rejected');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes on with each step
  useEffect(() => {
    if (focusNeeded.current) list.current?.focus();
  }, [step]);
  const goTo = (next: 0 | 1) => {
    focusNeeded.current = true;
    setStep(next);
    window.scrollTo(0, 0);
  };
  useLayer(step === 1, () => goTo(0));
  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        className={styles.steps}
        aria-label={t('identity.step', { step: step + 1, of: steps.length })}
      >
        {steps.map((name, i) => (
          <li
            key={name}
            className={classes(i < step && styles.done, i === step && styles.now)}
            aria-current={i === step ? 'step' : undefined}
          >
            <span>{i < step ? <Icon name="check" size={14} /> : i + 1}</span>
            {t(`identity.steps.${name}`)}
          </li>
        ))}
      </ol>
      {before.reason && <Note tone="error">{t('identity.rejectedBefore', { reason: before.reason })}</Note>}
      <Note tone="brand" icon="shield" title={t('identity.noteTitle')}>
        {t('identity.noteText')}
      </Note>
      <WhoReviews after={before.automaticSeconds} onDuty={before.onDuty} />
      {step === 0 ? (
        <DetailsForm
          start={details}
          onDone={(typed) => {
            // Pictures that show other details are no longer valid.
            if (JSON.stringify(typed) !== JSON.stringify(details)) sides.clear();
            setDetails(typed);
            keepDraft('identity', user!.number, typed);
            goTo(1);
          }}
        />
      ) : (
        <Documents details={details as Details} before={before} sides={sides} onBack={() => goTo(0)} />
      )}
    </>
  );
}

import { type ReactNode, useEffect } from 'react';
import { useHandsOnFocus } from '../lib/focus.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import styles from './Factors.module.css';
import { aboutProof, Proof, proofProblems } from './Proof.tsx';

type ProofFormProps = {
  /** Whether a code is required too. */
  asked: boolean;
  about: ReactNode;
  submit: string;
  danger?: boolean;
  /** Whether it ends the other sessions, as every change of a log-in method does. */
  ends?: boolean;
  /** Whether its first field gets the focus, because the user requested the form. */
  focus?: boolean;
  send: (proof: { password: string; code?: string }) => Promise<void>;
  onCancel?: () => void;
};

/** Asks for the proof for one action. It opens in place, with the focus in its first field. */
export function ProofForm({
  asked,
  about,
  submit,
  danger = false,
  ends = true,
  focus = true,
  send,
  onCancel,
}: ProofFormProps) {
  const { t } = useWords();
  const { form, field, busy, problem } = useForm({ password: '', code: '' }, (values) => proofProblems(values, asked), {
    send: ({ password, code }) => send({ password, ...(asked && { code }) }),
    about: aboutProof,
  });
  useEffect(() => {
    if (focus) form.ref.current?.querySelector('input')?.focus();
  }, [form.ref, focus]);
  useHandsOnFocus();
  return (
    <Card pad>
      <form {...form} className={styles.form}>
        <p>{about}</p>
        {ends && <p className={styles.small}>{t('factors.endsOthers')}</p>}
        <Proof password={field('password')} code={asked ? field('code') : undefined} />
        <FormProblem text={problem} />
        <Button type="submit" kind={danger ? 'error' : 'ink'} busy={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button kind="soft" onClick={onCancel}>
            {t('factors.cancel')}
          </Button>
        )}
      </form>
    </Card>
  );
}

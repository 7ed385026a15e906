import { Qr } from '@glasshouse/kit/Qr.tsx';
import type { confirmAuthenticator } from '@glasshouse/protocol/factors/calls';
import { useEffect, useRef } from 'react';
import { call } from '../lib/call.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FactorCodeField } from '../ui/FactorCodeField.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from './Factors.module.css';
import { aboutProof, proofProblems } from './Proof.tsx';

type PairingProps = { secret: string; uri: string; onPaired: (codes: readonly string[]) => void };

/** The secret as a QR code and as text, and a first code that proves the app has it. */
export function Pairing({ secret, uri, onPaired }: PairingProps) {
  const { t } = useWords();
  const lead = useRef<HTMLParagraphElement>(null);
  // It replaces the button that was pressed.
  useEffect(() => lead.current?.focus(), []);
  const { form, field, busy, problem } = useForm({ code: '', password: '' }, (values) => proofProblems(values, true), {
    send: async (values) => {
      const done = await call<typeof confirmAuthenticator>('POST', '/index/user/confirmAuthenticator', values);
      onPaired(done.recoveryCodes);
    },
    about: aboutProof,
  });
  return (
    <Card pad className={styles.card}>
      <p ref={lead} tabIndex={-1}>
        {t('factors.scan')}
      </p>
      <a className={styles.qr} href={uri}>
        <Qr text={uri} label={t('factors.qr')} />
      </a>
      <div className={styles.small}>
        {t('factors.orSecret')}
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <form {...form} className={styles.form}>
        <FactorCodeField digits label={t('factors.appCode')} {...field('code')} />
        <PasswordField label={t('factors.password')} autoComplete="current-password" {...field('password')} />
        <FormProblem text={problem} />
        <Button type="submit" busy={busy}>
          {t('factors.turnOn')}
        </Button>
      </form>
    </Card>
  );
}

import type { sendTradePasswordCode, setTradePassword } from '@glasshouse/protocol/security/calls';
import { tradePassword as digits, verificationCode } from '@glasshouse/protocol/session/calls';
import { tradeWeaknessOf } from '@glasshouse/protocol/session/weak-passwords';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useForm } from '../lib/use-form.ts';
import { useSentCode } from '../lib/use-sent-code.ts';
import { t, useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { allowCodeRequest } from '../ui/FactorCodeField.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { atTradePassword, TradePasswordField } from '../ui/TradePasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Factors.module.css';
import { aboutProof, Proof, proofProblems } from './Proof.tsx';

/**
 * Sets the trade password of an account without one, wherever it is needed. Its meaning is explained before it is
 * chosen.
 */
export function FirstTradePassword({ onSet }: { onSet: () => void }) {
  const [isExplained, setExplained] = useState(false);
  return isExplained ? <Choice onSet={onSet} /> : <Explanation onRead={() => setExplained(true)} />;
}

function Explanation({ onRead }: { onRead: () => void }) {
  const { t } = useWords();
  return (
    <div className={styles.form}>
      <p>{t('session.tradePasswordUse')}</p>
      <Note tone="amber" title={t('security.beforeTradePassword.title')}>
        <ul className={styles.facts}>
          <li>{t('security.beforeTradePassword.fixed')}</li>
          <li>{t('security.beforeTradePassword.forgotten')}</li>
          <li>{t('security.beforeTradePassword.keep')}</li>
        </ul>
      </Note>
      <Button onClick={onRead}>{t('security.beforeTradePassword.choose')}</Button>
    </div>
  );
}

const weaknessIn = (tradePassword: string) => {
  const weakness = tradeWeaknessOf(tradePassword);
  return weakness && t(`session.wrong.${weakness}`);
};

/**
 * It is typed twice, because it can never be changed, and confirmed with the login password and a code that is sent.
 */
function Choice({ onSet }: { onSet: () => void }) {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const queries = useQueryClient();
  // If an authenticator app is set up, the form asks for its code and is submitted again.
  const [needsCode, setNeedsCode] = useState(false);
  const contact = user?.email ?? user?.phone ?? '';
  const { form, field, busy, problem, forgive } = useForm(
    { tradePassword: '', again: '', sentCode: '', password: '', code: '' },
    ({ tradePassword, again, sentCode, ...proof }) => ({
      tradePassword: !digits.safeParse(tradePassword).success
        ? t(tradePassword ? 'session.wrong.tradePassword' : 'session.enter.tradePassword')
        : weaknessIn(tradePassword),
      again: !again
        ? t('session.enter.tradePasswordAgain')
        : again === tradePassword
          ? undefined
          : t('session.wrong.different'),
      sentCode: !sentCode
        ? t('session.enter.code')
        : verificationCode.safeParse(sentCode).success
          ? undefined
          : t('session.wrong.code'),
      ...proofProblems(proof, needsCode),
    }),
    {
      send: async ({ tradePassword, sentCode, password, code }) => {
        const input = { tradePassword, sentCode, password, ...(needsCode && { code }) };
        const done = await call<typeof setTradePassword>('POST', '/index/user/tradePassword', input).catch(
          allowCodeRequest,
        );
        if (!done) return setNeedsCode(true);
        // The page that needs the trade password waits for this.
        await refresh().catch(() => {});
        void queries.invalidateQueries();
        onSet();
        showToast({ kind: 'success', text: t('security.tradePasswordSet') });
      },
      about: { ...aboutProof, ...atTradePassword, wrong_code: 'sentCode' },
    },
  );
  const sent = useSentCode(
    () => call<typeof sendTradePasswordCode>('POST', '/index/user/tradePasswordCode', {}),
    () => forgive('sentCode'),
  );
  return (
    <form {...form} className={styles.form}>
      <TradePasswordField autoFocus repeated {...field('tradePassword')} />
      <TradePasswordField label={t('session.tradePasswordAgain')} {...field('again')} />
      <CodeField
        label={t('security.oldCode', { contact })}
        help={sent.sentTo && <span role="status">{t('session.codeSent', { contact })}</span>}
        sending={sent.sending}
        sent={sent.sentTo !== undefined}
        wait={sent.wait}
        onSend={() => sent.send(contact)}
        {...field('sentCode')}
      />
      <Proof password={field('password')} code={needsCode ? field('code') : undefined} />
      <p className={styles.small}>{t('factors.endsSessions')}</p>
      <FormProblem text={problem} />
      <Button type="submit" busy={busy}>
        {t('ui.setTradePassword')}
      </Button>
    </form>
  );
}

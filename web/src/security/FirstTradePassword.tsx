import type { setTradePassword } from '@glasshouse/protocol/security/calls';
import { tradePassword as digits } from '@glasshouse/protocol/session/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { call } from '../lib/call.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { orAsk } from '../ui/AskedCode.tsx';
import { Button } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { TradePasswordField } from '../ui/TradePasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Factors.module.css';
import { aboutProof, Proof, proofProblems } from './Proof.tsx';

/** Sets the trade password of an account that has none, wherever one is asked for. It is typed twice, as it can never be changed. */
export function FirstTradePassword({ onSet }: { onSet: () => void }) {
  const { t } = useWords();
  const { refresh } = useAccount();
  const queries = useQueryClient();
  // An authenticator app is on: the form asks for its code and is sent again.
  const [asked, setAsked] = useState(false);
  const { form, field, busy, problem } = useForm(
    { tradePassword: '', again: '', password: '', code: '' },
    ({ tradePassword, again, ...proof }) => ({
      tradePassword: digits.safeParse(tradePassword).success
        ? undefined
        : t(tradePassword ? 'session.wrong.tradePassword' : 'session.enter.tradePassword'),
      again: !again
        ? t('session.enter.tradePasswordAgain')
        : again === tradePassword
          ? undefined
          : t('session.wrong.different'),
      ...proofProblems(proof, asked),
    }),
    {
      send: async ({ tradePassword, password, code }) => {
        const input = { tradePassword, password, ...(asked && { code }) };
        const done = await call<typeof setTradePassword>('POST', '/index/user/tradePassword', input).catch(orAsk);
        if (!done) return setAsked(true);
        // The page that asked for one waits for this to be known.
        await refresh().catch(() => {});
        void queries.invalidateQueries();
        onSet();
        showToast({ kind: 'success', text: t('security.tradePasswordSet') });
      },
      about: aboutProof,
    },
  );
  return (
    <form {...form} className={styles.form}>
      <p>{t('session.tradePasswordUse')}</p>
      <TradePasswordField autoFocus {...field('tradePassword')} />
      <TradePasswordField label={t('session.tradePasswordAgain')} {...field('again')} />
      <Proof password={field('password')} code={asked ? field('code') : undefined} />
      <Note tone="amber">{t('security.tradePasswordLocks')}</Note>
      <FormProblem text={problem} />
      <Button type="submit" busy={busy}>
        {t('ui.setTradePassword')}
      </Button>
    </form>
  );
}

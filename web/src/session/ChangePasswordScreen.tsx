import type { editPassword } from '@glasshouse/protocol/session/calls';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useNavigate } from '../lib/router.tsx';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { allowCodeRequest, SecondFactorField } from '../ui/FactorCodeField.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { newPasswordProblem } from './contact.ts';
import { atPassword, NewPassword } from './NewPassword.tsx';
import styles from './Session.module.css';
import { forgetSession } from './store.ts';

export function ChangePasswordScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  // If an authenticator app is set up, the form asks for its code and is submitted again.
  const [needsCode, setNeedsCode] = useState(false);
  const { form, field, busy, problem } = useForm(
    { oldPassword: '', password: '', again: '', code: '' },
    ({ oldPassword, password, again, code }) => ({
      oldPassword: oldPassword ? undefined : t('session.enter.oldPassword'),
      password:
        password && password === oldPassword
          ? t('session.wrong.same')
          : newPasswordProblem(password, t('session.enter.newPassword')),
      again: !again ? t('session.enter.passwordAgain') : again === password ? undefined : t('session.wrong.different'),
      code: needsCode && !code.trim() ? t('session.enter.factorCode') : undefined,
    }),
    {
      send: async ({ oldPassword, password, code }) => {
        const input = { oldPassword, password, ...(needsCode && { code }) };
        const done = await call<typeof editPassword>('POST', '/index/user/editPsw', input).catch(allowCodeRequest);
        if (!done) return setNeedsCode(true);
        forgetSession();
        navigate('/login', { replace: true, state: { changed: true } });
      },
      about: {
        wrong_old_password: 'oldPassword',
        ...atPassword,
        wrong_factor: 'code',
      },
    },
  );
  return (
    <>
      <PageBar surface title={t('titles.changePassword')} onBack={useBack()} />
      <main className={styles.body}>
        <Note tone="amber">{t('session.changeNotice')}</Note>
        <form {...form} className={styles.form}>
          <PasswordField label={t('session.oldPassword')} autoComplete="current-password" {...field('oldPassword')} />
          <NewPassword password={field('password')} again={field('again')} />
          {needsCode && (
            <SecondFactorField note={t('session.factorAsk')} label={t('session.factorCode')} {...field('code')} />
          )}
          <FormProblem text={problem} />
          <Button type="submit" busy={busy}>
            {t('session.change')}
          </Button>
        </form>
      </main>
    </>
  );
}

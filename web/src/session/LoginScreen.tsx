import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { sentenceOf } from '../lib/call.ts';
import { samePath } from '../lib/paths.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { LegalLine } from './LegalLine.tsx';
import { OpeningSeal } from './OpeningSeal.tsx';
import styles from './Session.module.css';
import { logIn } from './store.ts';
import { useForm } from './use-form.ts';

/** Why someone was sent here, said once above the form. */
function Reason() {
  const { t } = useWords();
  const state = useLocation().state as { ended?: boolean; changed?: boolean } | null;
  const wanted = useSearchParams()[0].has('to');
  if (state?.changed) {
    return (
      <Note icon="lock" tone="amber" role="status">
        {t('session.afterChange')}
      </Note>
    );
  }
  if (!state?.ended && !wanted) return null;
  return <Note role="status">{t(state?.ended ? 'session.ended' : 'session.loginFirst')}</Note>;
}

export function LoginScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  const wanted = useSearchParams()[0].get('to');
  const login = useMutation({
    mutationFn: logIn,
    // The reason for a refusal stands in the form itself.
    meta: { quiet: true },
    onSuccess: () => navigate(samePath(wanted), { replace: true }),
  });
  const { form, field, values } = useForm(
    { account: '', password: '' },
    ({ account, password }) => ({
      account: account.trim() ? undefined : t('session.enter.anyAccount'),
      password: password ? undefined : t('session.enter.password'),
    }),
    login.mutate,
  );
  const { reset } = login;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is about what was sent, not what is typed now
  useEffect(reset, [values]);
  const title = (
    <>
      <span className={styles.promise}>{t('session.promise1')}</span> {t('session.promise2')}
    </>
  );
  return (
    <AuthPage mode="login" title={title} text={t('session.promiseText')}>
      <form {...form} className={styles.form}>
        <Reason />
        <TextField
          label={t('session.accountOrName')}
          icon="mail"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('account')}
        />
        <PasswordField label={t('session.password')} autoComplete="current-password" {...field('password')} />
        <Link className={styles.forgot} to="/forget">
          {t('session.forgot')}
        </Link>
        {login.error && (
          <Note tone="error" role="alert">
            {sentenceOf(login.error)}
          </Note>
        )}
        <Button type="submit" busy={login.isPending}>
          {t('session.login')}
        </Button>
        <ButtonLink kind="line" to="/home">
          {t('session.lookAround')}
        </ButtonLink>
      </form>
      <LegalLine act="login" />
      <button type="button" className={styles.trouble} onClick={() => openSheet('service')}>
        <Icon name="headset" size={18} />
        {t('session.trouble')}
      </button>
      <OpeningSeal />
    </AuthPage>
  );
}

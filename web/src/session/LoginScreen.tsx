import { shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { canUsePasskeys } from '@glasshouse/kit/passkey.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { knowsPasskey } from '../lib/passkey-memory.ts';
import { Link, useLocation, useSearchParams } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { allowCodeRequest, SecondFactorField } from '../ui/FactorCodeField.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AuthPage, LegalLine } from './AuthPage.tsx';
import styles from './Session.module.css';
import { logIn } from './store.ts';
import { useEnter } from './use-enter.ts';
import { usePasskey } from './use-passkey.ts';

/** The commitment to today's prices, made before they were known; empty if there is none. */
function OpeningSeal() {
  const { t } = useWords();
  const { data: tape } = useQuery(tapeQuery);
  const today = tape?.days.find(({ day }) => day === utcDay(serverNow()));
  if (!today) return null;
  return (
    <Link to="/market?view=tape" className={styles.seal}>
      <Icon name="proof" size={18} />
      {t('session.seal')} <code>{shortHash(today.commitment)}</code>
    </Link>
  );
}

/** Why the user was sent here, shown once above the form. */
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
  const enter = useEnter();
  const { search } = useLocation();
  const { textMessages } = useSite();
  const byPasskey = usePasskey(enter);
  // If the account has an authenticator app, the form then asks only for its code and is submitted again.
  const [needsCode, setNeedsCode] = useState(false);
  const { form, field, busy, problem } = useForm(
    { account: '', password: '', code: '' },
    ({ account, password, code }) => ({
      account: account.trim() ? undefined : t(textMessages ? 'session.enter.anyAccount' : 'session.enter.emailOrName'),
      password: password ? undefined : t('session.enter.password'),
      code: needsCode && !code.trim() ? t('session.enter.factorCode') : undefined,
    }),
    {
      send: async ({ account, password, code }) => {
        byPasskey.reset();
        const info = await logIn({ account, password, ...(needsCode && { code }) }).catch(allowCodeRequest);
        return info ? enter(info) : setNeedsCode(true);
      },
      about: { wrong_factor: 'code' },
    },
  );
  // If a passkey was used here before, log-in is one tap without typing.
  const [passkeyFirst] = useState(() => canUsePasskeys() && knowsPasskey());
  const passkey = canUsePasskeys() && (
    <Button kind={passkeyFirst && !needsCode ? 'ink' : 'soft'} busy={byPasskey.busy} onClick={byPasskey.start}>
      {t('session.usePasskey')}
    </Button>
  );
  const startOver = () => {
    setNeedsCode(false);
    field('code').onChange('');
  };
  const title = (
    <>
      <span className={styles.promise}>{t('session.promise1')}</span> {t('session.promise2')}
    </>
  );
  return (
    <AuthPage mode="login" title={title} text={t('session.promiseText')}>
      <form {...form} className={styles.form}>
        <Reason />
        {needsCode ? (
          <SecondFactor code={field('code')} problem={byPasskey.problem ?? problem} busy={busy}>
            {passkey}
            <Button kind="line" onClick={startOver}>
              {t('session.otherAccount')}
            </Button>
          </SecondFactor>
        ) : (
          <>
            {passkeyFirst && passkey}
            <TextField
              label={t(textMessages ? 'session.accountOrName' : 'session.emailOrName')}
              icon="mail"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...field('account')}
            />
            <PasswordField label={t('session.password')} autoComplete="current-password" {...field('password')} />
            <Link className={styles.forgot} to={`/forget${search}`}>
              {t('session.forgot')}
            </Link>
            <FormProblem text={byPasskey.problem ?? problem} />
            <Button type="submit" kind={passkeyFirst ? 'soft' : 'ink'} busy={busy}>
              {t('session.login')}
            </Button>
            {!passkeyFirst && passkey}
            <ButtonLink kind="line" to="/home">
              {t('session.lookAround')}
            </ButtonLink>
          </>
        )}
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

type SecondFactorProps = {
  code: Omit<ComponentProps<typeof SecondFactorField>, 'note' | 'label'>;
  problem: string | undefined;
  busy: boolean;
  /** Other ways to log in. */
  children: ReactNode;
};

/** One field for either kind of code, and one button, after the password was accepted. */
function SecondFactor({ code, problem, busy, children }: SecondFactorProps) {
  const { t } = useWords();
  return (
    <>
      <SecondFactorField note={t('session.factorAsk')} label={t('session.factorCode')} {...code} />
      <FormProblem text={problem} />
      <Button type="submit" busy={busy}>
        {t('session.login')}
      </Button>
      {children}
    </>
  );
}

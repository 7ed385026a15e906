import { logIn } from '@glasshouse/protocol/operators/session';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import { AuthPage } from './AuthPage.tsx';
import { useStep } from './CodeForm.tsx';
import styles from './Session.module.css';

/** The first factor. */
export function LogInScreen() {
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { send, busy, problem } = useStep(logIn);
  return (
    <AuthPage title={t('session.logIn')} about={t('session.logInAbout')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ email, password });
        }}
      >
        <TextField
          label={t('session.email')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={t('session.password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        {problem && (
          <Note tone="error" role="alert">
            {problem}
          </Note>
        )}
        <Button type="submit" kind="ink" big busy={busy}>
          {t('session.next')}
        </Button>
      </form>
      <Note tone="neutral">{t('session.noAccount')}</Note>
    </AuthPage>
  );
}

import { useLocation, useNavigate } from '@glasshouse/kit/router.tsx';
import { readInvitation, setUp, showSession } from '@glasshouse/protocol/operators/session';
import { passwordLength } from '@glasshouse/protocol/session/calls';
import { weaknesses } from '@glasshouse/protocol/session/weak-passwords';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain, useAsk } from '../lib/ask.ts';
import { refusalOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { AuthPage } from './AuthPage.tsx';
import { useStep } from './CodeForm.tsx';
import styles from './Session.module.css';

/** The page of a one-time link. The token is in the fragment, so that no server on the way logs it. */
export function SetUpScreen() {
  const { t } = useWords();
  const token = useLocation().hash.slice(1);
  const invitation = useAsk(readInvitation, { token });
  return (
    <AuthPage title={t('session.setUp')} about={t('session.setUpAbout')} step={1}>
      <QueryState of={invitation} rows={2}>
        {({ name, email, role }) => (
          <>
            <Note tone="brand" title={name}>
              {email} · {t(`roles.${role}`)}
            </Note>
            <Password token={token} email={email} />
          </>
        )}
      </QueryState>
    </AuthPage>
  );
}

function Password({ token, email }: { token: string; email: string }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const { send, busy, error, sent, problem } = useStep(setUp, async () => {
    await askAgain(client, [showSession]);
    navigate('/', { replace: true });
  });
  const short = password.length < passwordLength.min;
  const differs = password !== again;
  const weakness = refusalOf(error, ...weaknesses);
  const tooShort = tried && short ? t('session.passwordLength', { count: passwordLength.min }) : undefined;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!short && !differs) send({ token, password });
      }}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t('session.newPassword')}
        help={t('session.passwordLength', { count: passwordLength.min })}
        error={tooShort ?? (sent?.password === password ? weakness : undefined)}
        type="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
      <TextField
        label={t('session.passwordAgain')}
        error={tried && differs ? t('session.passwordsDiffer') : undefined}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      {problem && !weakness && (
        <Note tone="error" role="alert">
          {problem}
        </Note>
      )}
      <Button type="submit" kind="ink" big busy={busy}>
        {t('session.next')}
      </Button>
    </form>
  );
}

import { changeOwnPassword } from '@glasshouse/protocol/operators/session';
import { passwordLength } from '@glasshouse/protocol/session/calls';
import { weaknesses } from '@glasshouse/protocol/session/weak-passwords';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { refusalOf, sentenceOf } from '../lib/call.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line } from '../ui/Page.tsx';
import styles from './Session.module.css';

/** The operator's own password; changing it ends the other sessions. */
export function OwnPassword() {
  const { t } = useWords();
  const [oldPassword, setOld] = useState('');
  const [password, setPassword] = useState('');
  const change = useAct(changeOwnPassword, {
    quiet: true,
    onDone: () => {
      setOld('');
      setPassword('');
      showToast('ok', t('self.passwordChanged'));
    },
  });
  const short = password !== '' && password.length < passwordLength.min;
  const { error, variables: sent } = change;
  const wrongOld = refusalOf(error, 'wrong_old_password');
  const weakness = refusalOf(error, ...weaknesses);
  const tooShort = short ? t('session.passwordLength', { count: passwordLength.min }) : undefined;
  return (
    <Card padded title={t('session.password')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!short) change.mutate({ oldPassword, password });
        }}
      >
        <TextField
          label={t('self.oldPassword')}
          type="password"
          autoComplete="current-password"
          error={sent?.oldPassword === oldPassword ? wrongOld : undefined}
          value={oldPassword}
          onChange={setOld}
        />
        <TextField
          label={t('session.newPassword')}
          type="password"
          autoComplete="new-password"
          error={tooShort ?? (sent?.password === password ? weakness : undefined)}
          help={t('self.endsOthers')}
          value={password}
          onChange={setPassword}
        />
        {error && !wrongOld && !weakness && (
          <Note tone="error" role="alert">
            {sentenceOf(error)}
          </Note>
        )}
        <Line>
          <Button type="submit" busy={change.isPending} disabled={!oldPassword || !password}>
            {t('self.changePassword')}
          </Button>
        </Line>
      </form>
    </Card>
  );
}

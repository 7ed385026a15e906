import { changeOwnPassword } from '@glasshouse/protocol/operators/session';
import { passwordLength } from '@glasshouse/protocol/session/calls';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Card, Line } from '../ui/Page.tsx';
import styles from './Session.module.css';

/** The operator's own password; changing it ends the other sessions. */
export function OwnPassword() {
  const { t } = useWords();
  const [oldPassword, setOld] = useState('');
  const [password, setPassword] = useState('');
  const change = useAct(changeOwnPassword, {
    onDone: () => {
      setOld('');
      setPassword('');
      showToast('ok', t('self.passwordChanged'));
    },
  });
  const short = password !== '' && password.length < passwordLength.min;
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
          value={oldPassword}
          onChange={setOld}
        />
        <TextField
          label={t('session.newPassword')}
          type="password"
          autoComplete="new-password"
          error={short ? t('session.passwordLength', { count: passwordLength.min }) : undefined}
          help={t('self.endsOthers')}
          value={password}
          onChange={setPassword}
        />
        <Line>
          <Button type="submit" busy={change.isPending} disabled={!oldPassword || !password}>
            {t('self.changePassword')}
          </Button>
        </Line>
      </form>
    </Card>
  );
}

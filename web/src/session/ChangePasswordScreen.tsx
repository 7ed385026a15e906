import type { editPassword } from '@glasshouse/protocol/session';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { newPasswordProblem } from './contact.ts';
import { NewPassword } from './NewPassword.tsx';
import styles from './Session.module.css';
import { forgetSession } from './store.ts';
import { useForm } from './use-form.ts';

type Passwords = { oldPassword: string; password: string; again: string };

export function ChangePasswordScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  const change = useMutation({
    mutationFn: ({ oldPassword, password }: Passwords) =>
      call<typeof editPassword>('POST', '/index/user/editPsw', { oldPassword, password }),
    onSuccess: () => {
      forgetSession();
      navigate('/login', { replace: true, state: { changed: true } });
    },
  });
  const { form, field } = useForm<Passwords>(
    { oldPassword: '', password: '', again: '' },
    ({ oldPassword, password, again }) => ({
      oldPassword: oldPassword ? undefined : t('session.enter.oldPassword'),
      password:
        password && password === oldPassword
          ? t('session.wrong.same')
          : newPasswordProblem(password, t('session.enter.newPassword')),
      again: !again ? t('session.enter.passwordAgain') : again === password ? undefined : t('session.wrong.different'),
    }),
    change.mutate,
  );
  return (
    <>
      <PageBar surface title={t('titles.changePassword')} onBack={useBack('/user/security')} />
      <main className={styles.body}>
        <Note tone="amber">{t('session.changeNotice')}</Note>
        <form {...form} className={styles.form}>
          <PasswordField label={t('session.oldPassword')} autoComplete="current-password" {...field('oldPassword')} />
          <NewPassword password={field('password')} again={field('again')} />
          <Button type="submit" busy={change.isPending}>
            {t('session.change')}
          </Button>
        </form>
      </main>
    </>
  );
}

import { type forget, verificationCode } from '@glasshouse/protocol/session';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { showToast } from '../ui/toast.ts';
import { ContactCode } from './ContactCode.tsx';
import { contactOf, contactProblem, newPasswordProblem } from './contact.ts';
import { NewPassword } from './NewPassword.tsx';
import styles from './Session.module.css';
import { useForm } from './use-form.ts';

export function ForgetScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: ({ account, code, password }: { account: string; code: string; password: string }) =>
      call<typeof forget>('POST', '/index/index/forget', { ...contactOf(account), code, password }),
    onSuccess: () => {
      showToast({ kind: 'success', text: t('session.afterReset') });
      navigate('/login', { replace: true });
    },
  });
  const { form, field, demand } = useForm(
    { account: '', code: '', password: '', again: '' },
    ({ account, code, password, again }) => ({
      account: contactProblem(account),
      code: !code
        ? t('session.enter.code')
        : verificationCode.safeParse(code).success
          ? undefined
          : t('session.wrong.code'),
      password: newPasswordProblem(password, t('session.enter.newPassword')),
      again: !again ? t('session.enter.passwordAgain') : again === password ? undefined : t('session.wrong.different'),
    }),
    reset.mutate,
  );
  return (
    <>
      <PageBar surface title={t('titles.forget')} onBack={useBack('/login')} />
      <main className={styles.body}>
        <p className={styles.lead}>{t('session.forgetText')}</p>
        <form {...form} className={styles.form}>
          <ContactCode
            purpose="forget"
            account={field('account')}
            code={field('code')}
            onMissing={() => demand('account')}
          />
          <NewPassword password={field('password')} again={field('again')} />
          <Button type="submit" busy={reset.isPending}>
            {t('session.reset')}
          </Button>
        </form>
        <button type="button" className={styles.trouble} onClick={() => openSheet('service')}>
          <Icon name="headset" size={18} />
          {t('session.trouble')}
        </button>
      </main>
    </>
  );
}

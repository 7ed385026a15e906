import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type forget, verificationCode } from '@glasshouse/protocol/session/calls';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useLocation, useNavigate } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { showToast } from '../ui/toast.ts';
import { ContactCode } from './ContactCode.tsx';
import { contactOf, contactProblem, newPasswordProblem } from './contact.ts';
import { atPassword, NewPassword } from './NewPassword.tsx';
import styles from './Session.module.css';

export function ForgetScreen() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { textMessages } = useSite();
  // The address of all three pages carries the page the user wanted.
  const { search } = useLocation();
  const { form, field, busy, problem, demand, forgive } = useForm(
    { account: '', code: '', password: '', again: '' },
    ({ account, code, password, again }) => ({
      account: contactProblem(account, textMessages),
      code: !code
        ? t('session.enter.code')
        : verificationCode.safeParse(code).success
          ? undefined
          : t('session.wrong.code'),
      password: newPasswordProblem(password, t('session.enter.newPassword')),
      again: !again ? t('session.enter.passwordAgain') : again === password ? undefined : t('session.wrong.different'),
    }),
    {
      send: async ({ account, code, password }) => {
        await call<typeof forget>('POST', '/index/index/forget', { ...contactOf(account), code, password });
        showToast({ kind: 'success', text: t('session.afterReset') });
        navigate(`/login${search}`, { replace: true });
      },
      about: { wrong_code: 'code', ...atPassword },
    },
  );
  return (
    <>
      <PageBar surface title={t('titles.forget')} onBack={useBack(`/login${search}`)} />
      <main className={styles.body}>
        <p className={styles.lead}>{t(textMessages ? 'session.forgetText' : 'session.forgetEmailText')}</p>
        <form {...form} className={styles.form}>
          <ContactCode
            purpose="forget"
            account={field('account')}
            code={field('code')}
            onMissing={() => demand('account')}
            onSent={() => forgive('code')}
          />
          <NewPassword password={field('password')} again={field('again')} />
          <FormProblem text={problem} />
          <Button type="submit" busy={busy}>
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

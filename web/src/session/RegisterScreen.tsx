import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '../lib/site.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TradePasswordField } from '../ui/TradePasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import { AuthPage } from './AuthPage.tsx';
import { ContactCode } from './ContactCode.tsx';
import { contactOf, passwordHelp } from './contact.ts';
import { countriesIn, guessCountry } from './countries.ts';
import { LegalLine } from './LegalLine.tsx';
import { type Registration, registrationProblems } from './register-check.ts';
import styles from './Session.module.css';
import { openAccount } from './store.ts';
import { useEnter } from './use-enter.ts';

const send = ({ account, username, invitationCode, tradePasswordAgain: _, accept: __, ...form }: Registration) =>
  openAccount({
    ...form,
    ...contactOf(account),
    username: username.trim() || undefined,
    invitationCode: invitationCode.trim().toUpperCase() || undefined,
    accept: true,
  });

export function RegisterScreen() {
  const { t, locale } = useWords();
  const enter = useEnter();
  const [search] = useSearchParams();
  const { invitationRequired } = useSite();
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const { form, field, values, busy, problem, demand, forgive } = useForm<Registration>(
    {
      account: '',
      code: '',
      password: '',
      tradePassword: '',
      tradePasswordAgain: '',
      country: guessCountry(locale),
      username: '',
      invitationCode: search.get('invite') ?? '',
      accept: false,
    },
    (values) => registrationProblems(values, invitationRequired),
    {
      send: async (values) => {
        const info = await send(values);
        showToast({ kind: 'success', text: t('session.created') });
        await enter(info);
      },
      about: {
        wrong_code: 'code',
        username_taken: 'username',
        invitation_required: 'invitationCode',
        invitation_unknown: 'invitationCode',
      },
    },
  );
  const { value: accepted, ...accept } = field('accept');
  return (
    <AuthPage mode="register" title={t('session.openAccount')}>
      <form {...form} className={styles.form}>
        <ContactCode
          purpose="register"
          account={field('account')}
          code={field('code')}
          onMissing={() => demand('account')}
          onSent={() => forgive('code')}
        />
        <PasswordField
          label={t('session.loginPassword')}
          autoComplete="new-password"
          help={passwordHelp(values.password)}
          {...field('password')}
        />
        <TradePasswordField {...field('tradePassword')} />
        <TradePasswordField label={t('session.tradePasswordAgain')} {...field('tradePasswordAgain')} />
        <Note icon="lock">{t('session.tradePasswordNotice')}</Note>
        <SelectField label={t('session.country')} icon="globe" options={countries} {...field('country')} />
        <TextField
          label={t('session.username')}
          optional
          placeholder={t('session.usernamePlaceholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextField
          label={t('session.invitation')}
          optional={!invitationRequired}
          placeholder={t('session.invitationPlaceholder')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('invitationCode')}
        />
        <Checkbox checked={accepted} {...accept}>
          {t('session.understand')}
        </Checkbox>
        <FormProblem text={problem} />
        <Button type="submit" busy={busy}>
          {t('session.create')}
        </Button>
        <ButtonLink kind="line" to="/home">
          {t('session.lookAround')}
        </ButtonLink>
      </form>
      <LegalLine act="register" />
    </AuthPage>
  );
}

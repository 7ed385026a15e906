import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { samePath } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Note } from '../ui/Note.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { showToast } from '../ui/toast.ts';
import { AuthPage } from './AuthPage.tsx';
import { ContactCode } from './ContactCode.tsx';
import { contactOf, passwordHelp } from './contact.ts';
import { countriesIn, guessCountry } from './countries.ts';
import { LegalLine } from './LegalLine.tsx';
import { type Registration, registrationProblems } from './register-check.ts';
import styles from './Session.module.css';
import { openAccount } from './store.ts';
import { useForm } from './use-form.ts';

const send = ({ account, username, invitationCode, tradePasswordAgain: _, accept: __, ...form }: Registration) =>
  openAccount({
    ...form,
    ...contactOf(account),
    username: username.trim() || undefined,
    invitationCode: invitationCode.trim().toUpperCase() || undefined,
    accept: true,
  });

const secretDigits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const;

export function RegisterScreen() {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { invitationRequired } = useSite();
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const opening = useMutation({
    mutationFn: send,
    onSuccess: () => {
      showToast({ kind: 'success', text: t('session.created') });
      navigate(samePath(search.get('to')), { replace: true });
    },
  });
  const { form, field, values, demand } = useForm<Registration>(
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
    opening.mutate,
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
        />
        <PasswordField
          label={t('session.loginPassword')}
          autoComplete="new-password"
          help={passwordHelp(values.password)}
          {...field('password')}
        />
        <PasswordField
          label={t('session.tradePassword')}
          placeholder={t('session.tradePasswordPlaceholder')}
          {...secretDigits}
          {...field('tradePassword')}
        />
        <PasswordField
          label={t('session.tradePasswordAgain')}
          placeholder={t('session.tradePasswordPlaceholder')}
          {...secretDigits}
          {...field('tradePasswordAgain')}
        />
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
        <Button type="submit" busy={opening.isPending}>
          {t('session.create')}
        </Button>
      </form>
      <LegalLine act="register" />
    </AuthPage>
  );
}

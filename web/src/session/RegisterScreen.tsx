import { formatMoney } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overviewQuery } from '../lib/assets.ts';
import { draftOf, forgetDraft, keepDraft } from '../lib/draft.ts';
import { isHidden } from '../lib/hidden.ts';
import { goToNextField } from '../lib/next-field.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useForm } from '../lib/use-form.ts';
import { t, useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { atTradePassword } from '../ui/TradePasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import { AuthPage, LegalLine } from './AuthPage.tsx';
import { ContactCode } from './ContactCode.tsx';
import { contactOf, passwordHelp } from './contact.ts';
import { guessCountry } from './countries.ts';
import { InvitationField, MoreFields } from './MoreFields.tsx';
import { atPassword } from './NewPassword.tsx';
import { invitedBy, type Registration, registrationProblems } from './register-check.ts';
import styles from './Session.module.css';
import { openAccount } from './store.ts';
import { useEnter } from './use-enter.ts';

const send = ({ account, accept: _, tradePasswordAgain: __, ...form }: Registration) =>
  openAccount({
    ...form,
    ...contactOf(account),
    username: form.username.trim() || undefined,
    invitationCode: form.invitationCode.trim().toUpperCase() || undefined,
    tradePassword: form.tradePassword || undefined,
    accept: true,
  });

/**
 * Announces once that the account is open and its balance: the amount that the next page shows, unless balances are
 * hidden on this device.
 */
async function announceOpened(queries: QueryClient): Promise<void> {
  const total = isHidden() ? undefined : await queries.fetchQuery(overviewQuery).catch(() => undefined);
  const amount = total && formatMoney(total.total.usdt);
  showToast({ kind: 'success', text: amount ? t('session.createdWith', { amount }) : t('session.created') });
}

const draft = 'register';

/** Registration with a contact, its code, a password and a checkbox. Optional fields are folded away. */
export function RegisterScreen() {
  const { locale } = useWords();
  const enter = useEnter();
  const queries = useQueryClient();
  const invited = invitedBy(useSearchParams()[0].get('invite'));
  const site = useSite();
  const { invitationRequired } = site;
  const { form, field, values, busy, problem, demand, forgive } = useForm<Registration>(
    {
      account: '',
      code: '',
      password: '',
      tradePassword: '',
      tradePasswordAgain: '',
      country: guessCountry(locale),
      username: '',
      invitationCode: '',
      accept: false,
      // A user who left the page returns to what they typed.
      ...draftOf<Registration>(draft, ''),
      ...(invited && { invitationCode: invited }),
    },
    (values) => registrationProblems(values, site),
    {
      send: async (values) => {
        const info = await send(values);
        forgetDraft(draft);
        await enter(info);
        await announceOpened(queries);
      },
      about: {
        wrong_code: 'code',
        ...atPassword,
        ...atTradePassword,
        username_taken: 'username',
        invitation_required: 'invitationCode',
        invitation_unknown: 'invitationCode',
      },
    },
  );
  const { account, username, invitationCode } = values;
  useEffect(() => keepDraft(draft, '', { account, username, invitationCode }), [account, username, invitationCode]);
  const { value: accepted, ...accept } = field('accept');
  const isInTheOpen = invitationRequired && !invited;
  return (
    <AuthPage mode="register" title={t('session.openAccount')}>
      <form {...form} className={styles.form} onKeyDown={goToNextField}>
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
        {isInTheOpen && <InvitationField {...field('invitationCode')} />}
        {invited && invitationCode.trim() && (
          <p className={styles.invited}>
            <Icon name="invite" size={18} />
            {t('session.invitedBy', { code: invitationCode.trim().toUpperCase() })}
          </p>
        )}
        <MoreFields field={field} withInvitation={!isInTheOpen} />
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

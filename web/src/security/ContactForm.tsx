import type { changeContact, sendContactCode } from '@glasshouse/protocol/security/calls';
import { email, phone, verificationCode } from '@glasshouse/protocol/session/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call } from '../lib/call.ts';
import { useForm } from '../lib/use-form.ts';
import { useSentCode } from '../lib/use-sent-code.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { allowCodeRequest, SecondFactorField } from '../ui/FactorCodeField.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { showToast } from '../ui/toast.ts';
import { securityKey } from './calls.ts';
import styles from './Security.module.css';

type Kind = 'email' | 'phone';
const words = {
  email: {
    field: 'security.newEmail',
    enter: 'security.enterEmail',
    wrong: 'session.wrong.email',
    code: 'security.newEmailCode',
    bind: 'security.bindEmail',
    change: 'security.changeEmail',
    unbind: 'security.unbindEmail',
  },
  phone: {
    field: 'security.newPhone',
    enter: 'security.enterPhone',
    wrong: 'session.wrong.phone',
    code: 'security.newPhoneCode',
    bind: 'security.bindPhone',
    change: 'security.changePhone',
    unbind: 'security.unbindPhone',
  },
} as const;

const parsed = (kind: Kind, text: string) =>
  (kind === 'email' ? email : phone).safeParse(text.trim().replace(/^00/, '+'));

type Props = { kind: Kind; act: 'bind' | 'change' | 'unbind'; provenBy: string };

/** The new contact with its code, the code from the current contact, and the password. */
export function ContactForm({ kind, act, provenBy }: Props) {
  const { t } = useWords();
  const queries = useQueryClient();
  const back = useBack();
  const says = words[kind];
  const unbinding = act === 'unbind';
  const codeProblem = (code: string) =>
    !code ? t('session.enter.code') : verificationCode.safeParse(code).success ? undefined : t('session.wrong.code');
  // If an authenticator app is set up, the form asks for its code and is submitted again.
  const [needsCode, setNeedsCode] = useState(false);
  const { values, form, field, busy, problem, demand, forgive } = useForm(
    { contact: '', newCode: '', oldCode: '', password: '', code: '' },
    ({ contact, newCode, oldCode, password, code }) => ({
      contact: unbinding || parsed(kind, contact).success ? undefined : t(contact.trim() ? says.wrong : says.enter),
      newCode: unbinding ? undefined : codeProblem(newCode),
      oldCode: codeProblem(oldCode),
      password: password ? undefined : t('session.enter.password'),
      code: needsCode && !code.trim() ? t('session.enter.factorCode') : undefined,
    }),
    {
      send: async ({ contact, newCode, oldCode, password, code }) => {
        const target = unbinding ? {} : { [kind]: parsed(kind, contact).data, newCode };
        const input = { kind, ...target, oldCode, password, ...(needsCode && { code }) };
        const done = await call<typeof changeContact>('POST', '/index/user/contact', input).catch(allowCodeRequest);
        if (!done) return setNeedsCode(true);
        showToast({ kind: 'success', text: t('security.contactDone') });
        await queries.invalidateQueries({ queryKey: securityKey });
        back();
      },
      about: {
        wrong_password: 'password',
        wrong_factor: 'code',
        wrong_code: 'oldCode',
        wrong_new_code: 'newCode',
        no_change: 'contact',
      },
    },
  );
  const ask = (target: { email?: string; phone?: string }) =>
    call<typeof sendContactCode>('POST', '/index/user/contactCode', { kind, ...target });
  const old = useSentCode(
    () => ask({}),
    () => forgive('oldCode'),
  );
  const fresh = useSentCode(
    (to) => ask({ [kind]: to }),
    () => forgive('newCode'),
  );
  const sendFresh = () => {
    const { data } = parsed(kind, values.contact);
    return data === undefined ? demand('contact') : fresh.send(data);
  };
  const sentLine = (to: string) => <span role="status">{t('session.codeSent', { contact: to })}</span>;
  return (
    <form {...form} className={styles.form}>
      {!unbinding && (
        <>
          <TextField
            label={t(says.field)}
            icon={kind === 'email' ? 'mail' : 'phone'}
            autoComplete={kind === 'email' ? 'email' : 'tel'}
            inputMode={kind === 'email' ? 'email' : 'tel'}
            autoCapitalize="none"
            spellCheck={false}
            {...field('contact')}
          />
          <CodeField
            label={t(says.code)}
            help={fresh.sentTo && sentLine(fresh.sentTo)}
            sending={fresh.sending}
            sent={fresh.sentTo !== undefined}
            wait={fresh.wait}
            onSend={sendFresh}
            {...field('newCode')}
          />
        </>
      )}
      <CodeField
        label={t('security.oldCode', { contact: provenBy })}
        help={old.sentTo && sentLine(provenBy)}
        sending={old.sending}
        sent={old.sentTo !== undefined}
        wait={old.wait}
        onSend={() => old.send(provenBy)}
        {...field('oldCode')}
      />
      <PasswordField label={t('session.loginPassword')} autoComplete="current-password" {...field('password')} />
      {needsCode && (
        <SecondFactorField note={t('session.factorAsk')} label={t('session.factorCode')} {...field('code')} />
      )}
      <FormProblem text={problem} />
      <Button type="submit" busy={busy}>
        {t(says[act])}
      </Button>
    </form>
  );
}

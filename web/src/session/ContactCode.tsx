import type { sendCode } from '@glasshouse/protocol/session/calls';
import { useRef } from 'react';
import { call } from '../lib/call.ts';
import { useSite } from '../lib/site.ts';
import { useSentCode } from '../lib/use-sent-code.ts';
import { useWords } from '../lib/words.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { contactOf, looksLikePhone } from './contact.ts';

/** Sends a code during registration or password reset. */
const useCode = (purpose: 'register' | 'forget', onSent: () => void) =>
  useSentCode(
    (account) => call<typeof sendCode>('POST', '/index/index/sendcode', { ...contactOf(account), purpose }),
    onSent,
  );

type Bound = { name: string; value: string; error: string | undefined; onChange: (value: string) => void };
type ContactCodeProps = {
  purpose: 'register' | 'forget';
  account: Bound;
  code: Bound;
  /** Called if a code was requested without a valid contact. */
  onMissing: () => void;
  onSent: () => void;
};

/** Email, or phone on sites with text messages, and the code that is sent there. */
export function ContactCode({ purpose, account, code, onMissing, onSent }: ContactCodeProps) {
  const { t } = useWords();
  const { textMessages } = useSite();
  const { send, sending, sentTo, wait } = useCode(purpose, onSent);
  const sent = sentTo !== undefined && sentTo === account.value.trim();
  const codeInput = useRef<HTMLInputElement>(null);
  const ask = () => {
    if (!contactOf(account.value, textMessages)) return onMissing();
    if (!sending && wait === 0) send(account.value);
    // The user types here next.
    codeInput.current?.focus();
  };
  return (
    <>
      <TextField
        label={t(textMessages ? 'session.account' : 'session.email')}
        icon={textMessages && looksLikePhone(account.value) ? 'phone' : 'mail'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        enterKeyHint="send"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          ask();
        }}
        {...account}
      />
      <CodeField
        label={t('session.code')}
        help={sent && <span role="status">{t('session.codeSent', { contact: sentTo })}</span>}
        sending={sending}
        sent={sentTo !== undefined}
        wait={wait}
        onSend={ask}
        ref={codeInput}
        enterKeyHint="next"
        {...code}
      />
    </>
  );
}

import type { sendCode } from '@glasshouse/protocol/session/calls';
import { call } from '../lib/call.ts';
import { useSentCode } from '../lib/use-sent-code.ts';
import { contactOf } from './contact.ts';

/** Has a code sent to whoever registers, or forgot the password. */
export const useCode = (purpose: 'register' | 'forget', onSent: () => void) =>
  useSentCode(
    (account) => call<typeof sendCode>('POST', '/index/index/sendcode', { ...contactOf(account), purpose }),
    onSent,
  );

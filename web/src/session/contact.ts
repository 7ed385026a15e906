import { email, passwordLength, phone } from '@glasshouse/protocol/session/calls';
import { t } from '../lib/words.tsx';

/** One field accepts both; the typed text decides which it is. Without text messages, it accepts only emails. */
export function contactOf(text: string, byPhone = true): { email: string } | { phone: string } | undefined {
  if (text.includes('@')) {
    const parsed = email.safeParse(text);
    return parsed.success ? { email: parsed.data } : undefined;
  }
  if (!byPhone) return undefined;
  const parsed = phone.safeParse(text.trim().replace(/^00/, '+'));
  return parsed.success ? { phone: parsed.data } : undefined;
}

export const looksLikePhone = (text: string) => /^\s*[+\d(]/.test(text) && !text.includes('@');

export function contactProblem(text: string, byPhone: boolean): string | undefined {
  if (!text.trim()) return t(byPhone ? 'session.enter.account' : 'session.enter.email');
  if (contactOf(text, byPhone)) return undefined;
  if (!looksLikePhone(text)) return t('session.wrong.email');
  return t(byPhone ? 'session.wrong.phone' : 'session.wrong.noPhone');
}

export function newPasswordProblem(text: string, missing: string): string | undefined {
  const { min, max } = passwordLength;
  if (!text) return missing;
  if (text.length < min) return t('session.passwordShort', { min, count: text.length });
  return text.length > max ? t('session.passwordLong', { max }) : undefined;
}

/** The help below a new password while it is typed: the length, before it becomes an error. */
export const passwordHelp = (text: string): string =>
  (text && newPasswordProblem(text, '')) || t('session.passwordHelp', { min: passwordLength.min });

import { email, passwordLength, phone } from '@glasshouse/protocol/session/calls';
import { t } from '../lib/words.tsx';

/** One field takes both; what was typed decides which it is. */
export function contactOf(text: string): { email: string } | { phone: string } | undefined {
  if (text.includes('@')) {
    const parsed = email.safeParse(text);
    return parsed.success ? { email: parsed.data } : undefined;
  }
  const parsed = phone.safeParse(text.trim().replace(/^00/, '+'));
  return parsed.success ? { phone: parsed.data } : undefined;
}

export const looksLikePhone = (text: string) => /^\s*[+\d(]/.test(text) && !text.includes('@');

export function contactProblem(text: string): string | undefined {
  if (!text.trim()) return t('session.enter.account');
  if (contactOf(text)) return undefined;
  return t(looksLikePhone(text) ? 'session.wrong.phone' : 'session.wrong.email');
}

export function newPasswordProblem(text: string, missing: string): string | undefined {
  const { min, max } = passwordLength;
  if (!text) return missing;
  if (text.length < min) return t('session.passwordShort', { min, count: text.length });
  return text.length > max ? t('session.passwordLong', { max }) : undefined;
}

/** Help under a new password while it is being typed: the count, before it becomes an error. */
export const passwordHelp = (text: string): string =>
  (text && newPasswordProblem(text, '')) || t('session.passwordHelp', { min: passwordLength.min });

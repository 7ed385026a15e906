import { invitationCode, tradePassword, username, verificationCode } from '@glasshouse/protocol/session/calls';
import { tradeWeaknessOf } from '@glasshouse/protocol/session/weak-passwords';
import type { Problems } from '../lib/use-form.ts';
import { t } from '../lib/words.tsx';
import { contactProblem, newPasswordProblem } from './contact.ts';

export type Registration = {
  account: string;
  code: string;
  password: string;
  tradePassword: string;
  tradePasswordAgain: string;
  country: string;
  username: string;
  invitationCode: string;
  accept: boolean;
};

type Schema = { safeParse: (value: unknown) => { success: boolean } };

const judge = (schema: Schema, value: string, missing: string | undefined, wrong: string) => {
  if (!value.trim()) return missing;
  return schema.safeParse(value).success ? undefined : wrong;
};

function tradePasswordProblem(digits: string): string | undefined {
  const weakness = tradeWeaknessOf(digits);
  return weakness
    ? t(`session.wrong.${weakness}`)
    : judge(tradePassword, digits, undefined, t('session.wrong.tradePassword'));
}

/** The code in a link if it is well-formed. Anything else would show a stranger's text on our page. */
export const invitedBy = (text: string | null): string | undefined => invitationCode.safeParse(text).data;

type SiteRules = { invitationRequired: boolean; textMessages: boolean };
/** The problems of the form, found with the server's own schemas. */
export function registrationProblems(
  form: Registration,
  { invitationRequired, textMessages }: SiteRules,
): Problems<Registration> {
  return {
    account: contactProblem(form.account, textMessages),
    code: judge(verificationCode, form.code, t('session.enter.code'), t('session.wrong.code')),
    password: newPasswordProblem(form.password, t('session.enter.password')),
    tradePassword: tradePasswordProblem(form.tradePassword),
    tradePasswordAgain:
      form.tradePasswordAgain === form.tradePassword
        ? undefined
        : t(form.tradePasswordAgain ? 'session.wrong.different' : 'session.enter.tradePasswordAgain'),
    country: form.country ? undefined : t('session.enter.country'),
    username: judge(username, form.username, undefined, t('session.wrong.username')),
    invitationCode: judge(
      invitationCode,
      form.invitationCode,
      invitationRequired ? t('session.enter.invitation') : undefined,
      t('session.wrong.invitation'),
    ),
    accept: form.accept ? undefined : t('session.enter.understand'),
  };
}

import { type Weakness, weaknesses } from '@glasshouse/protocol/session/weak-passwords';
import type { ComponentProps } from 'react';
import { useWords } from '../lib/words.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { passwordHelp } from './contact.ts';

/** A weak password is refused at its field. */
export const atPassword = Object.fromEntries(weaknesses.map((reason) => [reason, 'password'])) as Record<
  Weakness,
  'password'
>;

type Bound = Pick<ComponentProps<typeof PasswordField>, 'value' | 'error' | 'onChange'>;

/** A new login password, typed twice because it can't be looked up afterwards. */
export function NewPassword({ password, again }: { password: Bound; again: Bound }) {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        label={t('session.newPassword')}
        autoComplete="new-password"
        help={passwordHelp(password.value)}
        {...password}
      />
      <PasswordField label={t('session.newPasswordAgain')} autoComplete="new-password" {...again} />
    </>
  );
}

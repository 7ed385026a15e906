import { useMemo } from 'react';
import { useWords } from '../lib/words.tsx';
import { Fold } from '../ui/Fold.tsx';
import { Note } from '../ui/Note.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import { TradePasswordField } from '../ui/TradePasswordField.tsx';
import { countriesIn } from './countries.ts';

/** The invitation code. */
export function InvitationField(props: Omit<TextFieldProps, 'label'>) {
  const { t } = useWords();
  return (
    <TextField
      label={t('session.invitation')}
      placeholder={t('session.invitationPlaceholder')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  );
}

type Bound = { name: string; value: string; error: string | undefined; onChange: (value: string) => void };
type Name = 'username' | 'invitationCode' | 'tradePassword' | 'tradePasswordAgain' | 'country';
type MoreFieldsProps = {
  field: (name: Name) => Bound;
  /** If every user is asked for an invitation code, its field isn't folded away. */
  withInvitation: boolean;
};

/** Optional fields. Opens automatically if one of them is invalid. */
export function MoreFields({ field, withInvitation }: MoreFieldsProps) {
  const { t, locale } = useWords();
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const [username, invitation] = [field('username'), field('invitationCode')];
  const [password, again, country] = [field('tradePassword'), field('tradePasswordAgain'), field('country')];
  const inside = [username, password, again, country, ...(withInvitation ? [invitation] : [])];
  return (
    <Fold title={t('session.more')} text={t('session.moreText')} isNeeded={inside.some(({ error }) => error)}>
      <TextField
        label={t('session.username')}
        optional
        placeholder={t('session.usernamePlaceholder')}
        help={t('session.usernameHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...username}
      />
      {withInvitation && <InvitationField optional {...invitation} />}
      <TradePasswordField repeated {...password} />
      {(password.value || again.value) && <TradePasswordField label={t('session.tradePasswordAgain')} {...again} />}
      <Note icon="lock">{t('session.tradePasswordNotice')}</Note>
      <SelectField label={t('session.country')} icon="globe" options={countries} {...country} />
    </Fold>
  );
}

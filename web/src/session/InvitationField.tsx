import { useWords } from '../lib/words.tsx';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';

/** The code of whoever invited. */
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

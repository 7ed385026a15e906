import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password with a button that reveals it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'label'> & { label: string }) {
  const [shown, setShown] = useState(false);
  const { t } = useWords();
  return (
    <TextField
      icon="lock"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eyeoff' : 'eye'}
          size={20}
          quiet
          label={t(shown ? 'ui.hidePassword' : 'ui.showPassword', { field: props.label })}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

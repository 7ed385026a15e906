import { TextField, type TextFieldProps } from './TextField.tsx';

type FactorCodeFieldProps = Pick<
  TextFieldProps,
  'label' | 'help' | 'error' | 'value' | 'onChange' | 'name' | 'autoFocus'
> & {
  /** Only the six digits of the app will do: no recovery code. */
  digits?: boolean;
};

/** A code of an authenticator app, or a recovery code: each can be pasted as it was copied. */
export function FactorCodeField({ digits = false, ...field }: FactorCodeFieldProps) {
  return (
    <TextField
      icon="shield"
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={digits ? 7 : 40}
      {...field}
    />
  );
}

import type { ComponentProps } from 'react';
import { Refused } from '../lib/call.ts';
import { Note } from './Note.tsx';
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

/** Rethrows an error, unless the server asks for a second factor: then the form shows its field. */
export function allowCodeRequest(error: unknown): undefined {
  if (!(error instanceof Refused && error.reason === 'factor_needed')) throw error;
}

type SecondFactorFieldProps = Omit<ComponentProps<typeof FactorCodeField>, 'autoFocus'> & { note: string };

/** The code of an authenticator app, in a form that was sent once without it. */
export function SecondFactorField({ note, ...field }: SecondFactorFieldProps) {
  return (
    <>
      <Note role="status">{note}</Note>
      <FactorCodeField autoFocus {...field} />
    </>
  );
}

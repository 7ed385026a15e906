import type { ComponentProps } from 'react';
import { Refused } from '../lib/call.ts';
import { Note } from './Note.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

type FactorCodeFieldProps = Pick<
  TextFieldProps,
  'label' | 'help' | 'error' | 'value' | 'onChange' | 'name' | 'autoFocus'
> & {
  /** Accepts only the app's six digits, not a recovery code. */
  digits?: boolean;
};

/** A code of an authenticator app, or a recovery code; both can be pasted as copied. */
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

/** The authenticator code in a form that was submitted once without it. */
export function SecondFactorField({ note, ...field }: SecondFactorFieldProps) {
  return (
    <>
      <Note role="status">{note}</Note>
      <FactorCodeField autoFocus {...field} />
    </>
  );
}

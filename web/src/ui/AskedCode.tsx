import type { ComponentProps } from 'react';
import { Refused } from '../lib/call.ts';
import { FactorCodeField } from './FactorCodeField.tsx';
import { Note } from './Note.tsx';

/** That a code is asked for is no refusal: the form goes on. */
export function orAsk(error: unknown): undefined {
  if (!(error instanceof Refused && error.reason === 'factor_needed')) throw error;
}

type AskedCodeProps = Omit<ComponentProps<typeof FactorCodeField>, 'autoFocus'> & { note: string };

/** The code of an authenticator app, in a form that was sent once without it. */
export function AskedCode({ note, ...field }: AskedCodeProps) {
  return (
    <>
      <Note role="status">{note}</Note>
      <FactorCodeField autoFocus {...field} />
    </>
  );
}

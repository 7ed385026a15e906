import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

type Opening = { error: unknown; isUndecided: boolean };

/** Why nothing was opened; or that nobody knows yet, and that trying again is safe. */
export function OpenProblem({ opening: { error, isUndecided } }: { opening: Opening }) {
  const { t } = useWords();
  if (!error) return null;
  return (
    <Note tone="error" role="alert" title={isUndecided && sentenceOf(error)}>
      {isUndecided ? t('contract.undecided') : sentenceOf(error)}
    </Note>
  );
}

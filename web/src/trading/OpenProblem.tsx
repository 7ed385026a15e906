import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

/** `isMissing`: it was looked for and is not there. */
export type Opening = { error: unknown; isUndecided: boolean; isMissing?: boolean };

/** Why nothing was opened; or that nobody knows yet, and that trying again is safe. */
export function OpenProblem({ opening: { error, isUndecided, isMissing = false } }: { opening: Opening }) {
  const { t } = useWords();
  if (!error) return null;
  if (isUndecided && isMissing)
    return (
      <Note tone="amber" icon="info" role="alert">
        {t('contract.notOpen')}
      </Note>
    );
  return (
    <Note tone="error" role="alert" title={isUndecided && sentenceOf(error)}>
      {isUndecided ? t('contract.undecided') : sentenceOf(error)}
    </Note>
  );
}

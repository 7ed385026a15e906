import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

/** `isMissing`: the order was looked up and does not exist. */
export type Opening = { error: unknown; isUndecided: boolean; isMissing?: boolean };

/** Explains why the order was refused, or that its outcome is unknown and that trying again is safe. */
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

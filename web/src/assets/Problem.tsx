import { sentenceOf } from '../lib/call.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

/** Why an act did not happen, or that nobody knows yet and trying again is safe. */
export function Problem({ error }: { error: unknown }) {
  const { t } = useWords();
  if (!error) return null;
  if (wasAnswered(error)) {
    return (
      <Note tone="error" role="alert">
        {sentenceOf(error)}
      </Note>
    );
  }
  return (
    <Note tone="error" role="alert" title={sentenceOf(error)}>
      {t('assets.unanswered')}
    </Note>
  );
}

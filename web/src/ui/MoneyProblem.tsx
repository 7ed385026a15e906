import { sentenceOf } from '../lib/call.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { Note } from './Note.tsx';

type MoneyProblemProps = {
  error: unknown;
  unanswered: string;
  /** The same action was tried before this page was opened, and got no answer. */
  unsure?: boolean;
};

/** Why money wasn't moved, or that the outcome is unknown and trying again is safe. */
export function MoneyProblem({ error, unanswered, unsure = false }: MoneyProblemProps) {
  if (!error) {
    return unsure ? (
      <Note tone="error" role="alert">
        {unanswered}
      </Note>
    ) : null;
  }
  if (wasAnswered(error)) {
    return (
      <Note tone="error" role="alert">
        {sentenceOf(error)}
      </Note>
    );
  }
  return (
    <Note tone="error" role="alert" title={sentenceOf(error)}>
      {unanswered}
    </Note>
  );
}

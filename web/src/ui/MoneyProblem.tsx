import { sentenceOf } from '../lib/call.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { Note } from './Note.tsx';

type MoneyProblemProps = {
  error: unknown;
  unanswered: string;
  /** The same was tried before this page was opened, and had no answer. */
  unsure?: boolean;
};

/** Why an act with money did not happen, or that nobody knows yet and trying again is safe. */
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

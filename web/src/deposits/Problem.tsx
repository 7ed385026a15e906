import { useWords } from '../lib/words.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';

/** Why it was not taken, or that nobody knows yet and trying again is safe. */
export function Problem({ error }: { error: unknown }) {
  const { t } = useWords();
  return <MoneyProblem error={error} unanswered={t('deposits.unanswered')} />;
}

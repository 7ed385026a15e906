import { useWords } from '../lib/words.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';

/** Why an act did not happen, or that nobody knows yet and trying again is safe. */
export function Problem({ error, unsure = false }: { error: unknown; unsure?: boolean }) {
  const { t } = useWords();
  return <MoneyProblem error={error} unsure={unsure} unanswered={t('assets.unanswered')} />;
}

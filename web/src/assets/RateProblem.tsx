import { Refused } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { Problem } from './Problem.tsx';

type RateProblemProps = { error: unknown; sent: string | undefined; rate: string };

/** A rate that has changed is no fault: it says from what to what, and the sum above is already the new one. */
export function RateProblem({ error, sent, rate }: RateProblemProps) {
  const { t } = useWords();
  if (!(error instanceof Refused && error.reason === 'rate_changed')) return <Problem error={error} />;
  return (
    <Note tone="amber" icon="refresh" role="alert" title={t('assets.exchange.rateChanged')}>
      {sent !== undefined && sent !== rate && t('assets.exchange.newRate', { old: sent, rate })}
    </Note>
  );
}

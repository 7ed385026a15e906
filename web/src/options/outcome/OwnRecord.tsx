import { formatSigned } from '@glasshouse/kit/format.ts';
import { useWords } from '../../lib/words.tsx';
import { KeyValue } from '../../ui/KeyValues.tsx';
import { lifeText } from '../lives.ts';
import { useResults } from '../results/results.ts';
import type { EndedOption } from './ended-option.ts';

/** How the user's options of this life came out so far, beside what the spread alone would have cost. */
export function OwnRecord({ order: { seconds } }: { order: EndedOption }) {
  const { t } = useWords();
  const { data } = useResults('all');
  const own = data?.byLife.find((each) => each.seconds === seconds);
  if (!own) return null;
  return (
    <KeyValue
      label={t('option.result.record', { life: lifeText(seconds) })}
      note={t('option.result.spread', { amount: formatSigned(`-${own.spread}`) })}
    >
      {t('option.inProfitOf', { count: own.count, wins: own.inProfit })} · {formatSigned(own.profit)}
    </KeyValue>
  );
}

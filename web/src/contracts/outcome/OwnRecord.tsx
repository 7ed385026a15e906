import { formatSigned } from '@glasshouse/kit/format.ts';
import { breakEvenOf } from '@glasshouse/protocol/contracts/settle';
import { useWords } from '../../lib/words.tsx';
import { neededText, shareText } from '../../trading/percents.ts';
import { KeyValue } from '../../ui/KeyValues.tsx';
import { useResults } from '../results/results.ts';
import type { EndedContract } from './results.ts';

/** The user's win rate in this period so far, next to the break-even rate. */
export function OwnRecord({ order: { seconds, returnBp } }: { order: EndedContract }) {
  const { t } = useWords();
  const { data } = useResults('all');
  const own = data?.byPeriod.find((each) => each.seconds === seconds);
  if (!own) return null;
  const decided = own.wins + own.losses;
  const share = decided > 0 && shareText(Math.floor((own.wins * 10_000) / decided));
  const breakEven = neededText(breakEvenOf(returnBp));
  return (
    <KeyValue
      label={t('contract.result.record', { seconds })}
      note={share && t('contract.result.rates', { breakEven, share })}
    >
      {t('results.wonOf', { wins: own.wins, decided })} · {formatSigned(own.profit)}
    </KeyValue>
  );
}

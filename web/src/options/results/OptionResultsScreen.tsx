import type { OptionResults } from '@glasshouse/protocol/options/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { CoinProfits, Profits } from '../../trading/Profits.tsx';
import { ResultsFrame } from '../../trading/ResultsFrame.tsx';
import { ResultsPanel } from '../../trading/ResultsPanel.tsx';
import type { Days } from '../../trading/results.ts';
import { Sums } from '../../trading/Sums.tsx';
import { KeyValue } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { lifeText } from '../lives.ts';
import { useResults } from './results.ts';

const records = '/options/records';

/** The user's results with options, next to what the spread alone costs. */
export function OptionResultsScreen() {
  const { t } = useWords();
  return (
    <ResultsFrame product="options" records={{ title: t('titles.optionRecords'), to: records }}>
      {(days) => <Panel days={days} />}
    </ResultsFrame>
  );
}

function Panel({ days }: { days: Days }) {
  const { t } = useWords();
  const nothing = { text: t('option.resultsEmpty'), action: { label: t('option.toOptions'), to: '/options' } };
  return (
    <ResultsPanel of={useResults(days)} days={days} countOf={({ total }) => total.count} nothing={nothing}>
      {(results) => <Shown results={results} />}
    </ResultsPanel>
  );
}

function Shown({ results: { total, average, bySymbol, byLife } }: { results: OptionResults }) {
  const { t } = useWords();
  const hidden = useHidden();
  const inProfit = ({ count, inProfit: wins }: OptionResults['total']) => t('option.inProfitOf', { count, wins });
  return (
    <>
      <Sums
        profit={total.profit}
        average={average}
        paid={{ name: t('option.premiums'), amount: total.paid }}
        ended={{ count: total.count, note: inProfit(total) }}
      >
        <KeyValue label={t('option.spreadCost')} note={t('option.spreadCostText')}>
          <Money amount={`-${total.spread}`} currency="USDT" signed hidden={hidden} />
        </KeyValue>
      </Sums>
      <CoinProfits records={records} of={bySymbol} noteOf={inProfit} />
      <Profits
        title={t('option.byLife')}
        name={t('option.life')}
        records={records}
        parts={byLife.map((part) => ({
          name: lifeText(part.seconds),
          profit: part.profit,
          note: inProfit(part),
          choice: { seconds: String(part.seconds) },
        }))}
      />
    </>
  );
}

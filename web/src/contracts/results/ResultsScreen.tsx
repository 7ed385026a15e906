import type { Results } from '@glasshouse/protocol/contracts/calls';
import { useWords } from '../../lib/words.tsx';
import { CoinProfits, Profits } from '../../trading/Profits.tsx';
import { ResultsFrame } from '../../trading/ResultsFrame.tsx';
import { ResultsPanel } from '../../trading/ResultsPanel.tsx';
import type { Days } from '../../trading/results.ts';
import { Sums } from '../../trading/Sums.tsx';
import { endedIn, type Tally, useResults } from './results.ts';
import { WinRate } from './WinRate.tsx';

const records = '/contract/records';

/** The user's results, next to those of pure chance and break-even. */
export function ResultsScreen() {
  const { t } = useWords();
  return (
    <ResultsFrame product="contract" records={{ title: t('titles.contractRecords'), to: records }}>
      {(days) => <Panel days={days} />}
    </ResultsFrame>
  );
}

function Panel({ days }: { days: Days }) {
  const { t } = useWords();
  const nothing = { text: t('results.emptyText'), action: { label: t('orders.toContracts'), to: '/contract' } };
  return (
    <ResultsPanel of={useResults(days)} days={days} countOf={({ total }) => endedIn(total)} nothing={nothing}>
      {(results) => <Shown results={results} />}
    </ResultsPanel>
  );
}

function Shown({ results }: { results: Results }) {
  const { t } = useWords();
  const { total, average, bySymbol, byPeriod } = results;
  const { wins, losses, draws, voids, staked, profit } = total;
  const wonOf = (tally: Tally) => t('results.wonOf', { wins: tally.wins, decided: tally.wins + tally.losses });
  return (
    <>
      <WinRate results={results} />
      <Sums
        profit={profit}
        average={average}
        paid={{ name: t('results.staked'), amount: staked }}
        ended={{ count: endedIn(total), note: t('results.outcomes', { wins, losses, draws, voids }) }}
      />
      <CoinProfits records={records} of={bySymbol} noteOf={wonOf} />
      <Profits
        title={t('results.byPeriod')}
        name={t('orders.filter.seconds')}
        records={records}
        parts={byPeriod.map((part) => ({
          name: t('ui.seconds', { seconds: part.seconds }),
          profit: part.profit,
          note: wonOf(part),
          choice: { seconds: String(part.seconds) },
        }))}
      />
    </>
  );
}

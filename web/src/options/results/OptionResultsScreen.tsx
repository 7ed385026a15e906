import { formatSigned } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import type { OptionResults } from '@glasshouse/protocol/options/calls';
import { sentenceOf } from '../../lib/call.ts';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { Profits } from '../../trading/Profits.tsx';
import styles from '../../trading/Results.module.css';
import { ResultsFrame } from '../../trading/ResultsFrame.tsx';
import type { Days } from '../../trading/results.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { lifeText } from '../lives.ts';
import { useResults } from './results.ts';

const records = '/options/records';

/** How the user's own options came out, beside what the spread alone costs. */
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
  const { data, error, isFetching, refetch } = useResults(days);
  if (data) return data.total.count === 0 ? <Nothing days={days} /> : <Shown results={data} />;
  if (!error) return <SkeletonRows rows={5} />;
  return (
    <ErrorState
      title={t('results.failed')}
      text={t('results.failedText')}
      detail={sentenceOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Shown({ results }: { results: OptionResults }) {
  const { t } = useWords();
  const { bySymbol, byLife } = results;
  const inProfit = ({ count, inProfit: wins }: OptionResults['total']) => t('option.inProfitOf', { count, wins });
  return (
    <>
      <Sums results={results} />
      <Profits
        title={t('results.byCoin')}
        name={t('orders.filter.symbol')}
        records={records}
        parts={bySymbol
          .toSorted((a, b) => compareDecimal(b.profit, a.profit))
          .map((part) => ({
            ...{ name: part.symbol, coin: part.symbol, profit: part.profit, note: inProfit(part) },
            choice: { symbol: part.symbol },
          }))}
      />
      <Profits
        title={t('option.byLife')}
        name={t('option.life')}
        records={records}
        parts={byLife.map((part) => ({
          ...{ name: lifeText(part.seconds), profit: part.profit, note: inProfit(part) },
          choice: { seconds: String(part.seconds) },
        }))}
      />
    </>
  );
}

/** What all of it came to, and how much of that the spread explains. */
function Sums({ results: { total, average } }: { results: OptionResults }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <section aria-labelledby="sums">
      <h2 id="sums" className={styles.head}>
        {t('results.sums')}
      </h2>
      <Card className={styles.sums}>
        <KeyValues>
          <KeyValue label={t('results.profit')}>
            <Money amount={total.profit} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          <KeyValue label={t('option.spreadCost')} note={t('option.spreadCostText')}>
            <Money amount={`-${total.spread}`} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          <KeyValue
            label={t('results.average')}
            note={hidden ? undefined : `${formatSigned(total.profit)} ÷ ${total.count}`}
          >
            <Money amount={average} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          <KeyValue label={t('option.premiums')}>
            <Money amount={total.paid} currency="USDT" hidden={hidden} />
          </KeyValue>
          <KeyValue
            label={t('results.ended')}
            note={t('option.inProfitOf', { count: total.count, wins: total.inProfit })}
          >
            {total.count}
          </KeyValue>
        </KeyValues>
      </Card>
    </section>
  );
}

function Nothing({ days }: { days: Days }) {
  const { t } = useWords();
  return (
    <Empty
      title={t('results.emptyTitle')}
      text={t(days === 'all' ? 'option.resultsEmpty' : 'results.emptySpan')}
      action={
        <ButtonLink small kind="soft" to="/options">
          {t('option.toOptions')}
        </ButtonLink>
      }
    />
  );
}

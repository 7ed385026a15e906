import { placesOf } from '@glasshouse/kit/format.ts';
import type { getResults } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { useHidden } from '../lib/hidden.ts';
import { useResults } from '../lib/results.ts';
import { useWords } from '../lib/words.tsx';
import { ResultsFrame } from '../trading/ResultsFrame.tsx';
import type { Days } from '../trading/results.ts';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Money } from '../ui/Money.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import styles from './Assets.module.css';

type Results = Output<typeof getResults>;

/** The total profit of trading and products, the same as on home, and each part of it. */
export function ResultsScreen() {
  const { t } = useWords();
  return (
    <ResultsFrame product="all" records={{ title: t('titles.records'), to: '/records' }}>
      {(days) => <Panel days={days} />}
    </ResultsFrame>
  );
}

function Panel({ days }: { days: Days }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useResults(days);
  if (data) return <Shown results={data} days={days} />;
  if (!error) return <SkeletonRows rows={5} />;
  return <LoadFailed of={{ error, isFetching, refetch }} title={t('results.failed')} text={t('results.failedText')} />;
}

const pathOf = (source: Results['parts'][number]['source'], days: Days): string => {
  if (source === 'contracts') return `/contract/results?days=${days}`;
  if (source === 'options') return `/options/results?days=${days}`;
  return source === 'spot' ? '/records?kind=spot' : '/records?kind=product';
};

function Shown({ results: { total, parts }, days }: { results: Results; days: Days }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <>
      <Card pad aria-label={t('ui.earned.total')} className={styles.earned}>
        <h2>{t('ui.earned.total')}</h2>
        <Money amount={total} currency="USDT" signed size="large" hidden={hidden} />
        <p>{t('results.totalText')}</p>
      </Card>
      <Card>
        <List label={t('results.parts')}>
          {parts.map(({ source, result }) => (
            <Row
              key={source}
              to={pathOf(source, days)}
              title={t(`ui.earned.${source}`)}
              sub={t(`results.partText.${source}`)}
              value={<Money amount={result} decimals={placesOf(result)} signed hidden={hidden} />}
            />
          ))}
        </List>
      </Card>
    </>
  );
}

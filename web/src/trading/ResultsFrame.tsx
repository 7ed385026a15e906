import type { ReactNode } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Segments } from '../ui/Segments.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import styles from './Results.module.css';
import { type Days, spans } from './results.ts';

const paths = { all: '/results', contract: '/contract/results', options: '/options/results' } as const;
const products = ['all', 'contract', 'options'] as const;
type Product = (typeof products)[number];
type ResultsFrameProps = {
  product: Product;
  records: { title: string; to: string };
  children: (days: Days) => ReactNode;
};

/** The user's results by product and period, with a link to the orders behind them. */
export function ResultsFrame({ product, records, children }: ResultsFrameProps) {
  const { t } = useWords();
  const back = useBack();
  const [search, setSearch] = useSearchParams();
  const about = product === 'options' ? 'options' : 'odds';
  const days = spans.find((span) => span === search.get('days')) ?? 'all';
  return (
    <>
      <PageBar title={t('titles.contractResults')} onBack={back} />
      <main className={styles.page}>
        <div className={styles.products}>
          <TabLinks
            label={t('results.product')}
            here={product}
            replace
            links={products.map((value) => ({
              value,
              label: t(`results.products.${value}`),
              to: `${paths[value]}?days=${days}`,
            }))}
          />
        </div>
        <Segments
          label={t('results.span')}
          options={spans.map((value) => ({ value, label: t(`results.spans.${value}`) }))}
          value={days}
          onChange={(chosen) => setSearch({ days: chosen }, { replace: true })}
          panel="results"
        />
        <div id="results" role="tabpanel" aria-label={t(`results.spans.${days}`)} className={styles.panel}>
          {children(days)}
        </div>
        <Card>
          <List>
            <Row icon="records" title={records.title} to={records.to} />
            <Row icon="info" title={t(`help.${about}`)} to={`/helps/help#${about}`} />
          </List>
        </Card>
      </main>
    </>
  );
}

import { Icon } from '@glasshouse/kit/Icon.tsx';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useState } from 'react';
import { quoteOf } from '../lib/quotes.ts';
import { Link } from '../lib/router.tsx';
import { useQuotes } from '../lib/use-quotes.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useWhenIdle } from '../ui/use-when-idle.ts';
import { QuoteRow } from './QuoteRow.tsx';
import styles from './Quotes.module.css';

const orders = ['gainers', 'losers'] as const;
type Order = (typeof orders)[number];
const rows = 5;

/** The coins with the largest change in one direction, largest first. */
function furthest(symbols: readonly string[], order: Order): string[] {
  const way = order === 'gainers' ? 1 : -1;
  const changeOf = (symbol: string) => quoteOf(symbol)?.change ?? '0';
  return symbols
    .filter((symbol) => compareDecimal(changeOf(symbol), '0') * way > 0)
    .sort((a, b) => compareDecimal(changeOf(b), changeOf(a)) * way)
    .slice(0, rows);
}

/** Largest change first. Prices update all the time, but rows move only while nobody touches the page. */
function useFurthest(symbols: readonly string[], order: Order): readonly string[] {
  const key = JSON.stringify([order, symbols]);
  const [shown, setShown] = useState({ key: '', list: [] as string[] });
  if (shown.key !== key) setShown({ key, list: furthest(symbols, order) });
  useWhenIdle(() => {
    const list = furthest(symbols, order);
    if (list.join() !== shown.list.join()) setShown({ key, list });
  });
  return shown.list;
}

/** Gainers and losers: one list at a time, on a desktop both. */
export function Quotes() {
  const { t } = useWords();
  const isDesk = useViewport() === 'desk';
  const [order, setOrder] = useState<Order>('gainers');
  const { symbols, status } = useQuotes();
  return (
    <section className={styles.quotes} aria-label={t('home.quotes.label')}>
      <div className={styles.head}>
        {isDesk ? (
          <h2>{t('home.quotes.label')}</h2>
        ) : (
          <Segments
            small
            label={t('home.quotes.label')}
            value={order}
            onChange={setOrder}
            options={orders.map((value) => ({ value, label: t(`home.quotes.${value}`) }))}
            panel="home-quotes"
          />
        )}
        <Link className={styles.all} to="/market">
          {t('home.quotes.all')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      {isDesk ? (
        <div className={styles.both}>
          {orders.map((each) => (
            <Card key={each}>
              <h3>{t(`home.quotes.${each}`)}</h3>
              <Furthest order={each} symbols={symbols} status={status} />
            </Card>
          ))}
        </div>
      ) : (
        <Card id="home-quotes" role="tabpanel" aria-label={t(`home.quotes.${order}`)}>
          <Furthest order={order} symbols={symbols} status={status} />
        </Card>
      )}
    </section>
  );
}

type FurthestProps = { order: Order } & Pick<ReturnType<typeof useQuotes>, 'symbols' | 'status'>;

function Furthest({ order, symbols, status }: FurthestProps) {
  const { t } = useWords();
  const list = useFurthest(symbols, order);
  return (
    <>
      {status === 'loading' && <SkeletonRows rows={rows} />}
      {status === 'failed' && <Empty title={t('ui.quotes.failed')} text={t('ui.quotes.failedText')} />}
      {status === 'empty' && <Empty title={t('ui.quotes.emptyTitle')} text={t('ui.quotes.emptyText')} />}
      {status === 'ready' && list.length === 0 && <Empty title={t(`ui.quotes.none.${order}`)} />}
      <ul>
        {list.map((symbol) => (
          <QuoteRow key={symbol} symbol={symbol} />
        ))}
      </ul>
    </>
  );
}

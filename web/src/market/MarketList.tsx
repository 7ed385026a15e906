import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Fragment, Suspense, useEffect, useId, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useFavourites } from '../lib/favourites.ts';
import { lazily } from '../lib/lazily.ts';
import { retryLive } from '../lib/live.ts';
import { Link } from '../lib/router.tsx';
import { useQuotes } from '../lib/use-quotes.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { PullToRefresh } from '../ui/PullToRefresh.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { MarketRow } from './MarketRow.tsx';
import styles from './MarketScreen.module.css';
import { firstSort, type Sort, sorts, type Tab, tabs, tapped } from './order.ts';
import { useOrder } from './use-order.ts';

const after = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks the root element while the page scrolls, so that decorations can pause. Returns a function that stops this. */
function markScrolling(): () => void {
  const { dataset } = document.documentElement;
  const mark = () => {
    if (timer === undefined) dataset.scrolling = '';
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      delete dataset.scrolling;
    }, after);
  };
  window.addEventListener('scroll', mark, { passive: true });
  return () => window.removeEventListener('scroll', mark);
}

const Tapes = lazily(async () => (await import('./Tapes.tsx')).Tapes);

/** All coins with search, favorites, sorting and live prices. */
export function MarketList() {
  const { t } = useWords();
  const panel = useId();
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const [sort, setSort] = useState(firstSort(tab));
  const { symbols, status, error, reload } = useQuotes();
  const { favourites, toggle } = useFavourites();
  useEffect(markScrolling, []);
  const isDesk = useViewport() === 'desk';
  const { order, sortNow } = useOrder(symbols, { tab, sort, search, favourites });
  function change(next: Tab) {
    setTab(next);
    setSort(firstSort(next));
  }
  return (
    <>
      <PageBar surface title={t('titles.market')} />
      <main className={styles.page}>
        <PullToRefresh onRefresh={async () => sortNow()}>
          <div className={styles.search}>
            <SearchField label={t('market.search')} value={search} onChange={setSearch} />
          </div>
          <Tabs
            label={t('market.tabsLabel')}
            value={tab}
            onChange={change}
            options={tabs.map((value) => ({ value, label: t(`market.tabs.${value}`) }))}
            panel={panel}
          />
          <div id={panel} role="tabpanel" aria-label={t(`market.tabs.${tab}`)}>
            {status === 'ready' && order.length > 0 && <Sorts sort={sort} isDesk={isDesk} onChange={setSort} />}
            {status === 'loading' && <SkeletonRows rows={9} />}
            {status === 'empty' && <Empty title={t('ui.quotes.emptyTitle')} text={t('ui.quotes.emptyText')} />}
            {status === 'failed' && (
              <ErrorState
                title={t('ui.quotes.failed')}
                text={t('ui.quotes.failedText')}
                detail={sentenceOf(error)}
                onRetry={() => {
                  retryLive();
                  void reload();
                }}
              />
            )}
            {status === 'ready' && order.length === 0 && <Nothing tab={tab} search={search} />}
            <ul>
              {order.map((symbol) => (
                <MarketRow
                  key={symbol}
                  symbol={symbol}
                  favourite={favourites.includes(symbol)}
                  isDesk={isDesk}
                  onToggle={toggle}
                />
              ))}
            </ul>
          </div>
          {status === 'ready' && (
            <Link to="/market?view=tape" className={styles.more}>
              <Icon name="proof" size={18} />
              {t('market.toTape')}
            </Link>
          )}
        </PullToRefresh>
        {isDesk && status === 'ready' && (
          <Suspense>
            <Tapes symbols={symbols} />
          </Suspense>
        )}
      </main>
    </>
  );
}

type SortsProps = { sort: Sort; isDesk: boolean; onChange: (sort: Sort) => void };

function Sorts({ sort, isDesk, onChange }: SortsProps) {
  const { t } = useWords();
  return (
    <fieldset className={styles.sorts} aria-label={t('market.sortLabel')}>
      {sorts.map((by) => (
        <Fragment key={by}>
          {isDesk && by === 'price' && (
            <>
              <span>{t('ui.high')}</span>
              <span>{t('ui.low')}</span>
            </>
          )}
          <button type="button" aria-pressed={sort.by === by} onClick={() => onChange(tapped(sort, by))}>
            {t(`market.sorts.${by}`)}
            {sort.by === by && (
              <>
                <span data-up={sort.descending ? undefined : ''}>
                  <Icon name="chevd" size={14} />
                </span>
                <span className="vh">{t(sort.descending ? 'market.descending' : 'market.ascending')}</span>
              </>
            )}
          </button>
        </Fragment>
      ))}
    </fieldset>
  );
}

function Nothing({ tab, search }: { tab: Tab; search: string }) {
  const { t } = useWords();
  if (search) return <Empty title={t('market.noneFound', { search })} text={t('market.noneFoundText')} />;
  if (tab === 'favourites') return <Empty title={t('market.noFavourites')} text={t('market.noFavouritesText')} />;
  return <Empty title={t(`ui.quotes.none.${tab === 'losers' ? 'losers' : 'gainers'}`)} />;
}

import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { Suspense, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useFavourites } from '../lib/favourites.ts';
import { lazily } from '../lib/lazily.ts';
import { retryLive } from '../lib/live.ts';
import { useQuotes } from '../lib/use-quotes.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { CoinButton, CoinChoice } from '../trading/CoinButton.tsx';
import { CoinStrip } from '../trading/CoinStrip.tsx';
import { PriceHead } from '../trading/PriceHead.tsx';
import { Products } from '../trading/Products.tsx';
import { contractPractice } from '../trading/practice/contracts.ts';
import { Part } from '../ui/Boundary.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx';
import { ContractChart } from './ContractChart.tsx';
import styles from './ContractScreen.module.css';
import { choose, useAskedCoin, useChoices, useIsHere } from './choices.ts';
import { PracticePositions } from './practice/positions.ts';
import { TicketPanel } from './TicketPanel.tsx';

/** Has the same heights as the content. */
function Loading() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton width="45%" height={36} />
        <Skeleton width="30%" height={16} />
        <Skeleton height={186} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={48} radius={12} />
        <Skeleton height={54} radius={12} />
      </div>
      <SkeletonRows rows={2} />
    </div>
  );
}

const Positions = lazily(async () => (await import('./Positions.tsx')).Positions);
const LatestResults = lazily(async () => (await import('./LatestResults.tsx')).LatestResults);

/** The contract tab: a coin's price and chart, the ticket, and the open positions. */
export function ContractScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const { favourites, toggle } = useFavourites();
  const isHere = useIsHere();
  const [choosing, setChoosing] = useState(false);
  useAskedCoin();
  const { symbol, decimals } = coinBySymbol(useChoices((choices) => choices.symbol)) ?? coinBySymbol('BTC')!;
  const isDesk = useViewport() === 'desk';
  const { symbols, status, error, reload } = useQuotes(isDesk ? undefined : symbol);
  const hasPractised = contractPractice.useAll().length > 0;
  const marked = favourites.includes(symbol);
  return (
    <>
      <PageBar
        surface
        title={<CoinButton symbol={symbol} onPress={() => setChoosing(true)} />}
        end={
          <IconButton
            icon="star"
            size={20}
            fill={marked}
            aria-pressed={marked}
            label={t('market.favourite', { symbol })}
            onClick={() => toggle(symbol)}
          />
        }
      />
      <main className={styles.page}>
        <Products here="contract" symbol={symbol} />
        {status === 'loading' && <Loading />}
        {status === 'empty' && <Empty title={t('ui.quotes.emptyTitle')} text={t('ui.quotes.emptyText')} />}
        {status === 'failed' && (
          <LoadFailed
            of={{
              error,
              refetch: () => {
                retryLive();
                void reload();
              },
            }}
            title={t('ui.quotes.failed')}
            text={t('ui.quotes.failedText')}
          />
        )}
        {status === 'ready' && (
          <div className={styles.sides}>
            <div className={styles.chart}>
              {isDesk && <CoinStrip symbols={symbols} chosen={symbol} onChoose={(next) => choose({ symbol: next })} />}
              <PriceHead symbol={symbol} />
              <ContractChart symbol={symbol} decimals={decimals} />
            </div>
            <div className={styles.rail}>
              <TicketPanel symbol={symbol} />
              {(user || hasPractised) && (
                <Part failed={t('contract.positionsFailed')} waiting={user && <SkeletonRows rows={2} />}>
                  {user ? <Positions /> : <PracticePositions />}
                </Part>
              )}
            </div>
            {isDesk && user && (
              <Suspense>
                <LatestResults />
              </Suspense>
            )}
          </div>
        )}
      </main>
      <CoinChoice
        open={choosing && isHere}
        chosen={symbol}
        onClose={() => setChoosing(false)}
        onChoose={(next) => {
          choose({ symbol: next });
          setChoosing(false);
        }}
      />
    </>
  );
}

import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { useFavourites } from '../lib/favourites.ts';
import { retryLive } from '../lib/live.ts';
import { useQuotes } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { CandlePanel } from './CandlePanel.tsx';
import { PriceHead } from './PriceHead.tsx';
import styles from './SymbolView.module.css';

/** One coin: its price, the price's source, and its candles. */
export function SymbolView({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const coin = coinBySymbol(symbol);
  const { favourites, toggle } = useFavourites();
  const back = useBack('/market');
  const marked = favourites.includes(symbol);
  return (
    <>
      <PageBar
        surface
        onBack={back}
        title={
          <span className={styles.title}>
            <Coin symbol={symbol} size={28} />
            <span>
              {symbol}
              <small>/USDT</small>
            </span>
          </span>
        }
        end={
          coin && (
            <IconButton
              icon="star"
              size={20}
              fill={marked}
              aria-pressed={marked}
              label={t('market.favourite', { symbol })}
              onClick={() => toggle(symbol)}
            />
          )
        }
      />
      <main className={styles.page}>
        {coin ? (
          <Body symbol={symbol} decimals={coin.decimals} />
        ) : (
          <Empty title={t('market.unknown', { symbol })} text={t('market.unknownText')} />
        )}
      </main>
    </>
  );
}

function Body({ symbol, decimals }: { symbol: string; decimals: number }) {
  const { t } = useWords();
  const { status, error, reload } = useQuotes(symbol);
  if (status === 'loading') return <SkeletonRows rows={6} />;
  if (status === 'empty') return <Empty title={t('ui.quotes.emptyTitle')} text={t('ui.quotes.emptyText')} />;
  if (status === 'failed') {
    const retry = () => {
      retryLive();
      void reload();
    };
    const title = t('ui.quotes.failed');
    return <ErrorState title={title} text={t('ui.quotes.failedText')} detail={sentenceOf(error)} onRetry={retry} />;
  }
  return (
    <>
      <PriceHead symbol={symbol} />
      <CandlePanel symbol={symbol} decimals={decimals} />
      <div className={styles.links}>
        <List>
          <Row to={`/contract?symbol=${symbol}`} icon="contract" title={t('market.toContract', { symbol })} />
          <Row to={`/options?symbol=${symbol}`} icon="clock" title={t('market.toOptions', { symbol })} />
          <Row to={`/spot?symbol=${symbol}`} icon="transfer" title={t('market.toSpot', { symbol })} />
          <Row to="/market?view=tape" icon="proof" proof title={t('market.toTape')} sub={t('market.toTapeText')} />
        </List>
      </div>
    </>
  );
}

import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { useFavourites } from '../lib/favourites.ts';
import { retryLive } from '../lib/live.ts';
import { useQuotes } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { CoinButton } from '../trading/CoinButton.tsx';
import { CoinSheet } from '../trading/CoinSheet.tsx';
import { PriceHead } from '../trading/PriceHead.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { ContractChart } from './ContractChart.tsx';
import styles from './ContractScreen.module.css';
import { choose, useAskedCoin, useChoices, useIsHere } from './choices.ts';
import { Loading } from './Loading.tsx';
import { Positions } from './Positions.tsx';
import { TicketPanel } from './TicketPanel.tsx';

/** The contract tab: a coin's price and chart, the ticket, and what is open. */
export function ContractScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const { favourites, toggle } = useFavourites();
  const isHere = useIsHere();
  const [choosing, setChoosing] = useState(false);
  useAskedCoin();
  const { symbol, decimals } = coinBySymbol(useChoices((choices) => choices.symbol)) ?? coinBySymbol('BTC')!;
  const { status, error, reload } = useQuotes();
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
        {status === 'loading' && <Loading />}
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
        {status === 'ready' && (
          <div className={styles.sides}>
            <PriceHead symbol={symbol} />
            <ContractChart symbol={symbol} decimals={decimals} />
            <TicketPanel symbol={symbol} />
            {user && <Positions />}
          </div>
        )}
      </main>
      <CoinSheet
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

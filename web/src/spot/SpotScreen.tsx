import { classes } from '@glasshouse/kit/classes.ts';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import type { SpotEvent } from '@glasshouse/protocol/spot/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { assetsKey } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { retryLive, watchEvents } from '../lib/live.ts';
import { useQuotes } from '../lib/use-quotes.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { CoinButton, CoinChoice } from '../trading/CoinButton.tsx';
import { CoinStrip } from '../trading/CoinStrip.tsx';
import { PriceHead } from '../trading/PriceHead.tsx';
import { Products } from '../trading/Products.tsx';
import { spotPractice } from '../trading/practice/trades.ts';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState, LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx';
import { useCode } from '../ui/use-code.ts';
import { chooseAndClear, useAskedCoin, useChoices } from './choices.ts';
import { FilledSheet } from './FilledSheet.tsx';
import { Holdings } from './Holdings.tsx';
import { LatestTrades } from './LatestTrades.tsx';
import { PracticeWallet } from './practice/PracticeWallet.tsx';
import styles from './Spot.module.css';
import { SpotChart } from './SpotChart.tsx';
import { spotKey, useRules } from './spot.ts';
import { TicketPanel } from './TicketPanel.tsx';

/** Buying and selling a coin at the next tick, and the user's holdings. */
export function SpotScreen() {
  const back = useBack();
  const [choosing, setChoosing] = useState(false);
  useAskedCoin();
  const { symbol, decimals } = coinBySymbol(useChoices((choices) => choices.symbol)) ?? coinBySymbol('BTC')!;
  return (
    <>
      <PageBar onBack={back} title={<CoinButton symbol={symbol} onPress={() => setChoosing(true)} />} />
      <main className={styles.page}>
        <div className={classes(styles.edge, styles.products)}>
          <Products here="spot" symbol={symbol} />
        </div>
        <Body symbol={symbol} decimals={decimals} />
      </main>
      <CoinChoice
        open={choosing}
        chosen={symbol}
        onClose={() => setChoosing(false)}
        onChoose={(next) => {
          chooseAndClear({ symbol: next });
          setChoosing(false);
        }}
      />
      <FilledSheet />
    </>
  );
}

function Body({ symbol, decimals }: { symbol: string; decimals: number }) {
  const { t } = useWords();
  const { user } = useAccount();
  const isDesk = useViewport() === 'desk';
  const { symbols, status, error, reload } = useQuotes();
  useFills(user !== null);
  if (status === 'loading') return <Loading />;
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
    <div className={styles.sides}>
      <div className={classes(styles.edge, styles.chart)}>
        {isDesk && (
          <CoinStrip symbols={symbols} chosen={symbol} onChoose={(next) => chooseAndClear({ symbol: next })} />
        )}
        <PriceHead symbol={symbol} />
        <SpotChart symbol={symbol} decimals={decimals} />
        {isDesk && user && <LatestTrades />}
      </div>
      <div className={styles.rail}>
        <Trading />
      </div>
    </div>
  );
}

const loadTradeWatch = async () => (await import('./practice/TradeWatch.tsx')).TradeWatch;

/** Requested once there are prices, because the rule depends on the source of the prices. */
function Trading() {
  const { t } = useWords();
  const { user } = useAccount();
  const rules = useRules();
  const isPractised = spotPractice.useOpen() !== undefined;
  const TradeWatch = useCode(isPractised, loadTradeWatch);
  return (
    <>
      {rules.data && isRule(rules.data.rule) && (
        <TicketPanel rules={rules.data}>{user ? <Holdings rules={rules.data} /> : <PracticeWallet />}</TicketPanel>
      )}
      {rules.data && !isRule(rules.data.rule) && (
        <ErrorState
          title={t('contract.ruleUnknown')}
          text={t('contract.ruleUnknownText')}
          onRetry={() => window.location.reload()}
        />
      )}
      {rules.error && !rules.data && (
        <LoadFailed of={rules} title={t('contract.rulesFailed')} text={t('contract.rulesFailedText')} />
      )}
      {rules.isPending && <Loading />}
      {TradeWatch && isPractised && <TradeWatch />}
    </>
  );
}

function Loading() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <div aria-hidden="true" className={styles.loading}>
        <Skeleton height={56} radius={12} />
        <Skeleton height={44} radius={12} />
        <SkeletonRows rows={4} />
      </div>
    </div>
  );
}

/** Refetches everything that shows the wallet after an order was filled. */
function useFills(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const look = () => {
      void queries.invalidateQueries({ queryKey: spotKey });
      void queries.invalidateQueries({ queryKey: assetsKey });
    };
    return watchEvents<SpotEvent>('spot', look, () => {});
  }, [enabled, queries]);
}

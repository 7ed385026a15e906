import { isRule } from '@glasshouse/protocol/contracts/settle';
import { isModel } from '@glasshouse/protocol/options/quote';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { retryLive } from '../lib/live.ts';
import { useQuote, useQuotes } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { CoinButton, CoinChoice } from '../trading/CoinButton.tsx';
import { PriceHead } from '../trading/PriceHead.tsx';
import { Products } from '../trading/Products.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState, LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useBoard, volatilityFor } from './board.ts';
import { Clock } from './Clock.tsx';
import { choose, useAsked, useChoices } from './choices.ts';
import { Flash } from './Flash.tsx';
import styles from './Options.module.css';
import { Positions } from './Positions.tsx';
import { PracticePositions } from './practice/PracticePositions.tsx';
import { coinOf, volatilityText } from './quote-facts.ts';

/** Has the same heights as the content. */
function Loading() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <div className={styles.loading} aria-hidden="true">
        <Skeleton height={150} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={48} radius={12} />
        <Skeleton height={118} radius={12} />
        <Skeleton height={60} radius={12} />
      </div>
    </div>
  );
}

/** Options on a coin: those that start at the tap, and those that end at a full hour. */
export function OptionsScreen() {
  const { t } = useWords();
  const back = useBack();
  const [choosing, setChoosing] = useState(false);
  useAsked();
  const { symbol } = coinOf(useChoices((choices) => choices.symbol));
  const { status, error, reload } = useQuotes();
  return (
    <>
      <PageBar surface title={<CoinButton symbol={symbol} onPress={() => setChoosing(true)} />} onBack={back} />
      <main className={styles.page} tabIndex={-1}>
        <Products here="options" symbol={symbol} />
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
        {status === 'ready' && <Shown symbol={symbol} />}
      </main>
      <CoinChoice
        open={choosing}
        chosen={symbol}
        onClose={() => setChoosing(false)}
        onChoose={(next) => {
          choose({ symbol: next, strike: '' });
          setChoosing(false);
        }}
      />
    </>
  );
}

function Shown({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  const { view, flash, clock } = useChoices();
  const { data: board } = useBoard(symbol);
  const volatility = board && volatilityFor(board, view === 'flash' ? flash : clock);
  const isKnown = board?.slot !== null && volatility !== undefined;
  return (
    <>
      <PriceHead symbol={symbol} last={[t('option.volatility'), isKnown ? volatilityText(volatility) : '–']} />
      <div className={styles.views}>
        <Segments
          label={t('option.view')}
          options={(['flash', 'clock'] as const).map((value) => ({ value, label: t(`option.views.${value}`) }))}
          value={view}
          onChange={(next) => choose({ view: next })}
          panel="options"
        />
      </div>
      <div id="options" role="tabpanel" aria-label={t(`option.views.${view}`)}>
        <Panel symbol={symbol}>{user ? <Positions /> : <PracticePositions />}</Panel>
      </div>
    </>
  );
}

/** The available options, once prices and the board are loaded, followed by `children`. */
function Panel({ symbol, children }: { symbol: string; children: ReactNode }) {
  const view = useChoices((choices) => choices.view);
  const tick = useQuote(symbol);
  const { data: board } = useBoard(symbol);
  const isReady = board && board.slot !== null && isRule(board.rule) && isModel(board.model);
  if (isReady && tick && view !== 'flash') return <Clock {...{ symbol, board, tick }}>{children}</Clock>;
  return (
    <>
      {isReady && tick ? <Flash {...{ symbol, board, tick }} /> : <NotReady symbol={symbol} />}
      {children}
    </>
  );
}

/** Explains why nothing can be bought. */
function NotReady({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const { data: board, error, isFetching, refetch } = useBoard(symbol);
  if (board && (!isRule(board.rule) || !isModel(board.model)))
    return (
      <ErrorState
        title={t('contract.ruleUnknown')}
        text={t('contract.ruleUnknownText')}
        onRetry={() => window.location.reload()}
      />
    );
  if (board?.slot === null) return <Empty level={2} title={t('option.tooShort')} text={t('option.tooShortText')} />;
  if (!error) return <Loading />;
  return (
    <LoadFailed
      of={{ error, isFetching, refetch }}
      title={t('contract.rulesFailed')}
      text={t('contract.rulesFailedText')}
    />
  );
}

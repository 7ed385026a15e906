import { formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.tsx';
import { percentOf } from '../../trading/percents.ts';
import { ResultFrame, ResultHead } from '../../trading/ResultFrame.tsx';
import { ResultTicks } from '../../trading/ResultTicks.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { sideOf } from '../side.ts';
import { OwnRecord } from './OwnRecord.tsx';
import { ResultPath } from './ResultPath.tsx';
import type { EndedContract } from './results.ts';
import { changeOf, contracts, outcomeOf, reasonOf } from './results.ts';

/** The result of a contract. */
export function ResultSheet() {
  return (
    <ResultFrame of={contracts}>
      {(order) => (
        <Result key={order.id} order={order}>
          <OwnRecord order={order} />
        </Result>
      )}
    </ResultFrame>
  );
}

/** One result, with further details below its figures. */
export function Result({ order, children }: { order: EndedContract; children?: ReactNode }) {
  const { t } = useWords();
  const { symbol, seconds, outcome, stake, payout, returnBp, entry, exit } = order;
  const came = outcomeOf(order);
  const staked = formatExact(stake);
  const workings = {
    win: `${staked} + ${staked} × ${percentOf(returnBp)}`,
    lose: undefined,
    draw: t('contract.result.equalReturns'),
    void: t('contract.result.lateReturns'),
  };
  return (
    <>
      <ResultHead
        symbol={symbol}
        side={sideOf(order)}
        about={t('ui.seconds', { seconds })}
        change={changeOf(order)}
        outcome={came}
        reason={reasonOf(order)}
      />
      <ResultPath order={order} tone={came.tone} />
      <ResultTicks
        from={{
          name: entry ? t('contract.result.entryTick', { number: tickNumber(entry.slot) }) : t('orders.entry'),
          price: entry?.price,
        }}
        to={{
          name: exit ? t('contract.result.exitTick', { number: tickNumber(exit.slot) }) : t('orders.exit'),
          price: exit?.price,
        }}
        decimals={coinBySymbol(symbol)?.decimals ?? 2}
      />
      <KeyValues>
        <KeyValue label={t('orders.stake')}>{staked} USDT</KeyValue>
        <KeyValue label={t('contract.result.payout')} note={workings[outcome]}>
          {formatExact(payout)} USDT
        </KeyValue>
        {children}
      </KeyValues>
    </>
  );
}

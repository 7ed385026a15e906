import { formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { useWords } from '../../lib/words.tsx';
import { percentOf } from '../../trading/percents.ts';
import { ResultFrame, ResultHead } from '../../trading/ResultFrame.tsx';
import { ResultTicks } from '../../trading/ResultTicks.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { OwnRecord } from './OwnRecord.tsx';
import { ResultPath } from './ResultPath.tsx';
import { changeOf, reasonOf } from './result-words.ts';
import { type Ended, results } from './results.ts';

const looks = {
  win: { tone: 'up', icon: 'check' },
  lose: { tone: 'down', icon: 'close' },
  draw: { tone: 'neutral', icon: 'equal' },
  void: { tone: 'neutral', icon: 'equal' },
} as const;

/** What a contract came to. */
export function ResultSheet() {
  return (
    <ResultFrame of={results} receipt={({ id }) => `/contract/receipt/${id}`}>
      {(order) => <Result key={order.id} order={order} />}
    </ResultFrame>
  );
}

function Result({ order }: { order: Ended }) {
  const { t } = useWords();
  const { symbol, direction, seconds, outcome, stake, payout, returnBp, entry, exit } = order;
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
        side={{ way: direction === 'long' ? 'up' : 'down', name: t(`contract.${direction}`) }}
        about={t('ui.seconds', { seconds })}
        change={changeOf(order)}
        outcome={{ ...looks[outcome], name: t(`orders.outcome.${outcome}`) }}
        reason={reasonOf(order)}
      />
      <ResultPath order={order} tone={looks[outcome].tone} />
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
        <OwnRecord order={order} />
      </KeyValues>
    </>
  );
}

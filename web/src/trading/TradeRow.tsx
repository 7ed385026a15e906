import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { currenciesOf } from '@glasshouse/protocol/spot/terms';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Figures } from '../ui/Figures.tsx';
import { OrderRow } from './OrderRow.tsx';

/** One spot order: what was given, what was received, and the price. An ended order links to its receipt. */
export function TradeRow({ order, receipt }: { order: SpotOrder; receipt: string }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { symbol, side, given, received, exit, outcome } = order;
  const coin = coinBySymbol(symbol)!;
  const currencies = currenciesOf(side, coin.symbol);
  const tag = { way: side === 'buy' ? 'up' : 'down', name: t(`spot.did.${side}`) } as const;
  const amount = (text: string, currency: string) =>
    `${hidden ? '••••' : (currency === 'USDT' ? formatMoney : formatExact)(text)} ${currency}`;
  const value = (
    <Figures below={<small>{amount(`-${given}`, currencies.given)}</small>}>
      {outcome === 'filled' && received !== null && `+${amount(received, currencies.received)}`}
      {outcome === 'void' && t('orders.outcome.void')}
      {outcome === null && t('spot.records.open')}
    </Figures>
  );
  return (
    <OrderRow order={order} side={tag} value={value} {...(outcome !== null && { to: receipt })}>
      {exit && formatDecimal(exit.price, coin.decimals)}
    </OrderRow>
  );
}

import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { OrderRow } from '../../trading/OrderRow.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { givenIn, receivedIn } from '../amounts.ts';
import { receiptPath } from '../FilledSheet.tsx';
import { hasEnded } from '../spot.ts';

/** One order: what was given, what came, and at which price. An ended one leads to its receipt. */
export function TradeRow({ order }: { order: SpotOrder }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { id, symbol, side, given, received, exit, outcome } = order;
  const tag = { way: side === 'buy' ? 'up' : 'down', name: t(`spot.did.${side}`) } as const;
  const amount = (text: string, currency: string) =>
    `${hidden ? '••••' : (currency === 'USDT' ? formatMoney : formatExact)(text)} ${currency}`;
  const value = (
    <Figures below={<small>{amount(`-${given}`, givenIn(order))}</small>}>
      {outcome === 'filled' && received !== null && `+${amount(received, receivedIn(order))}`}
      {outcome === 'void' && t('orders.outcome.void')}
      {outcome === null && t('spot.records.open')}
    </Figures>
  );
  return (
    <OrderRow order={order} side={tag} value={value} {...(hasEnded(order) && { to: receiptPath(id) })}>
      {exit && formatDecimal(exit.price, coinBySymbol(symbol)?.decimals)}
    </OrderRow>
  );
}

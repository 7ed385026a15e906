import { formatExact } from '@glasshouse/kit/format.ts';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { useWords } from '../../lib/words.tsx';
import { OrderResult, OrderRow } from '../OrderRow.tsx';
import { practiceReceipt } from './store.ts';

/** An option of this device; links to its receipt. */
export function PracticeOptionRow({ order }: { order: OptionOrder }) {
  const { t } = useWords();
  const { symbol, side, size, premium, payout, outcome } = order;
  const tag = { way: side === 'call' ? 'up' : 'down', name: t(`option.${side}`) } as const;
  const value = <OrderResult paid={premium} payout={payout} state={t(`option.outcome.${outcome ?? 'open'}`)} exact />;
  return (
    <OrderRow order={order} side={tag} value={value} to={practiceReceipt(order)}>
      {`${formatExact(size)} ${symbol}`}
    </OrderRow>
  );
}

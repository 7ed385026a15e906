import { formatExact } from '@glasshouse/kit/format.ts';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { ReactNode } from 'react';
import { useWords, Words } from '../../lib/words.tsx';
import { Came, OrderRow } from '../../trading/OrderRow.tsx';
import { termText } from '../lives.ts';
import { receiptPath } from '../outcome/result-words.ts';
import { sideOf } from '../side.ts';

/** One option. An ended one leads to its receipt. */
export function OptionRow({ order, onOpen }: { order: OptionOrder; onOpen: () => void }) {
  const { t } = useWords();
  const { id, symbol, size, premium, payout, outcome } = order;
  const way = outcome === null ? { onOpen } : { to: receiptPath(id) };
  const state = t(`option.outcome.${outcome ?? 'open'}`);
  const open = (amount: ReactNode) => <Words k="option.paidFor" amount={amount} />;
  const value = <Came paid={premium} payout={payout} state={state} exact open={open} />;
  return (
    <OrderRow order={order} side={sideOf(order)} value={value} {...way}>
      {termText(order)}
      {`${formatExact(size)} ${symbol}`}
    </OrderRow>
  );
}

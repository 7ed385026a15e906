import { formatExact } from '@glasshouse/kit/format.ts';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { ReactNode } from 'react';
import { useSearchParams } from '../../lib/router.tsx';
import { useWords, Words } from '../../lib/words.tsx';
import { OrderResult, OrderRow } from '../../trading/OrderRow.tsx';
import { RecordsFrame, useOrderSheet } from '../../trading/RecordsFrame.tsx';
import { termText } from '../lives.ts';
import { receiptPath } from '../outcome/results.ts';
import { sideOf } from '../side.ts';
import { choiceIn, useOrders } from './orders.ts';
import { useFilters } from './use-filters.ts';

/** One option. An ended one links to its receipt. */
function OptionRow({ order, onOpen }: { order: OptionOrder; onOpen: () => void }) {
  const { t } = useWords();
  const { id, symbol, size, premium, payout, outcome } = order;
  const way = outcome === null ? { onOpen } : { to: receiptPath(id) };
  const state = t(`option.outcome.${outcome ?? 'open'}`);
  const open = (amount: ReactNode) => <Words k="option.paidFor" amount={amount} />;
  const value = <OrderResult paid={premium} payout={payout} state={state} exact open={open} />;
  return (
    <OrderRow order={order} side={sideOf(order)} value={value} {...way}>
      {termText(order)}
      {`${formatExact(size)} ${symbol}`}
    </OrderRow>
  );
}

/** All of the user's options. */
export function OptionRecordsScreen() {
  const { t } = useWords();
  const choice = choiceIn(useSearchParams()[0]);
  const list = useOrders(choice);
  const { open, sheet } = useOrderSheet(list, async () => (await import('./OptionSheet.tsx')).OptionSheet);
  return (
    <>
      <RecordsFrame
        title={t('titles.optionRecords')}
        tab="option"
        results={{ to: '/options/results', about: t('option.toResults') }}
        choice={choice}
        filters={useFilters(choice)}
        list={list}
        nothing={{
          title: t('option.emptyTitle'),
          text: t('orders.emptyText'),
          action: { label: t('option.toOptions'), to: '/options' },
        }}
      >
        {(order) => <OptionRow order={order} onOpen={() => open(order)} />}
      </RecordsFrame>
      {sheet}
    </>
  );
}

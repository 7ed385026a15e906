import type { Order } from '@glasshouse/protocol/contracts/calls';
import { type Stage, stageAt } from '@glasshouse/protocol/contracts/settle';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { useEffect } from 'react';
import { useHidden } from '../../lib/hidden.ts';
import { watchQuotes } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useQuotePart } from '../../lib/use-quotes.ts';
import { useWords } from '../../lib/words.tsx';
import { OrderResult, OrderRow } from '../../trading/OrderRow.tsx';
import { Money } from '../../ui/Money.tsx';
import { receiptPath } from '../outcome/results.ts';
import { sideOf } from '../side.ts';

/** The stage of an open order by its coin's newest tick, or by the server's clock until there is one. */
export function useStage(order: Order): Stage {
  const { symbol, outcome } = order;
  const open = outcome === null;
  useEffect(() => (open ? watchQuotes([symbol]) : undefined), [open, symbol]);
  const stage = useQuotePart(symbol, ({ slot }) => stageAt(order, !open, slot), !open);
  return stage ?? stageAt(order, !open, slotAt(serverNow()));
}

type ContractRowProps = { order: Order; receipt?: string; onOpen: () => void };

/** One contract. An ended one links to its receipt. */
export function ContractRow({ order, receipt = receiptPath(order.id), onOpen }: ContractRowProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const { seconds, stake, payout, outcome } = order;
  const isOpen = outcome === null;
  const way = isOpen ? { onOpen } : { to: receipt };
  const value = isOpen ? (
    <StageText order={order} />
  ) : (
    <OrderResult paid={stake} payout={payout} state={t(`orders.outcome.${outcome}`)} />
  );
  return (
    <OrderRow order={order} side={sideOf(order)} value={value} {...way}>
      {t('ui.seconds', { seconds })}
      {!isOpen && <Money amount={stake} hidden={hidden} />}
    </OrderRow>
  );
}

/** The stake and the stage, which follows every tick while the contract is open. */
function StageText({ order }: { order: Order }) {
  const { t } = useWords();
  return <OrderResult paid={order.stake} payout={null} state={t(`orders.stage.${useStage(order)}`)} />;
}

import type { Order } from '@glasshouse/protocol/contracts/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { OrderResult, OrderRow } from '../../trading/OrderRow.tsx';
import { Money } from '../../ui/Money.tsx';
import { receiptPath } from '../outcome/results.ts';
import { sideOf } from '../side.ts';
import { useStage } from './use-stage.ts';

type ContractRowProps = { order: Order; receipt?: string; onOpen: () => void };

/** One contract. An ended one leads to its receipt. */
export function ContractRow({ order, receipt = receiptPath(order.id), onOpen }: ContractRowProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const { seconds, stake, payout, outcome } = order;
  const isOpen = outcome === null;
  const way = isOpen ? { onOpen } : { to: receipt };
  const value = isOpen ? (
    <Stage order={order} />
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

/** What was staked, and where it stands: followed tick by tick while it is open. */
function Stage({ order }: { order: Order }) {
  const { t } = useWords();
  return <OrderResult paid={order.stake} payout={null} state={t(`orders.stage.${useStage(order)}`)} />;
}

import type { Order } from '@glasshouse/protocol/contracts/calls';
import { useNavigate } from '../../lib/router.tsx';
import { type PracticeEntry, practiceReceipt } from '../../trading/practice/store.ts';
import { List } from '../../ui/Row.tsx';
import { ContractRow } from '../records/ContractRow.tsx';

/** Orders of this device, each leading to its receipt; an open one to the ticket it was placed on. */
export function PracticeRows({ orders }: { orders: readonly PracticeEntry<Order>[] }) {
  const navigate = useNavigate();
  return (
    <List>
      {orders.map(({ order }) => (
        <ContractRow
          key={order.id}
          order={order}
          receipt={practiceReceipt(order)}
          onOpen={() => void navigate('/contract')}
        />
      ))}
    </List>
  );
}

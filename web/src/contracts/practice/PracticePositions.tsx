import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { Link, useNavigate } from '../../lib/router.tsx';
import { useServerNow } from '../../lib/use-server-now.ts';
import { useWords } from '../../lib/words.tsx';
import styles from '../../trading/Positions.module.css';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { type PracticeEntry, practiceReceipt } from '../../trading/practice/store.ts';
import { List } from '../../ui/Row.tsx';
import { ContractCard } from '../outcome/ContractCard.tsx';
import { PositionRow } from '../PositionRow.tsx';
import { ContractRow } from '../records/ContractRow.tsx';
import own from './Practice.module.css';

/** Orders of this device. Each ended one links to its receipt, an open one to the ticket it was placed on. */
function PracticeRows({ orders }: { orders: readonly PracticeEntry<Order>[] }) {
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

const maxRows = 3;

/** A visitor's open order, the latest results, and a link to registration. */
export function PracticePositions() {
  const { t } = useWords();
  const orders = contractPractice.useAll();
  const open = contractPractice.useOpen();
  const now = useServerNow(open !== undefined);
  const past = orders.filter(({ order }) => order !== open).slice(0, maxRows);
  if (orders.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="practice">
      <div className={styles.head}>
        <h2 id="practice">{t('titles.practice')}</h2>
        <span className={styles.links}>
          <Link to="/contract/practice">
            {t('contract.toRecords')}
            <Icon name="chev" size={14} />
          </Link>
        </span>
      </div>
      {open && (
        <ul>
          <PositionRow order={open} now={now} />
        </ul>
      )}
      <ContractCard />
      {past.length > 0 && (
        <>
          <PracticeRows orders={past} />
          <div className={own.past}>
            <PracticeSignUp />
          </div>
        </>
      )}
    </section>
  );
}

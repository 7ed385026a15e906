import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { listOrders, Order } from '@glasshouse/protocol/contracts/calls';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { SideTag } from '../trading/SideTag.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './LatestResults.module.css';
import { contractsKey } from './positions.ts';
import { sideOf } from './side.ts';

const fetched = 20;
const maxRows = 8;

/** The newest ended orders with links to their receipts, shown if there is room below the chart. */
export function LatestResults() {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: [...contractsKey, 'ended'],
    queryFn: () => call<typeof listOrders>('POST', '/index/contract/list', { limit: fetched }),
    meta: { quiet: true },
  });
  const ended = data?.orders.filter(({ outcome }) => outcome !== null).slice(0, maxRows) ?? [];
  if (ended.length === 0) return null;
  return (
    <section className={styles.ended} aria-labelledby="ended">
      <div className={styles.head}>
        <h2 id="ended">{t('results.ended')}</h2>
        <Link to="/contract/results">{t('contract.toResults')}</Link>
        <Link to="/records?kind=contract">
          {t('contract.toRecords')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      <table>
        <thead>
          <tr>
            <th>{t('orders.accepted')}</th>
            <th>{t('orders.filter.symbol')}</th>
            <th>{t('orders.filter.seconds')}</th>
            <th>{t('orders.stake')}</th>
            <th>{t('contract.result.payout')}</th>
            <th>{t('orders.filter.outcome')}</th>
            <th>{t('contract.result.receipt')}</th>
          </tr>
        </thead>
        <tbody>
          {ended.map((order) => (
            <EndedRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EndedRow({ order }: { order: Order }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { id, symbol, seconds, stake, payout, at, outcome } = order;
  const profit = subtractDecimal(payout ?? '0', stake);
  return (
    <tr>
      <td>{formatTime(at, 'time')}</td>
      <td>
        <span className={styles.order}>
          <Coin symbol={symbol} size={20} />
          {symbol}
          <SideTag side={sideOf(order)} />
        </span>
      </td>
      <td>{t('ui.seconds', { seconds })}</td>
      <td>
        <Money amount={stake} hidden={hidden} />
      </td>
      <td>
        <Money amount={payout ?? '0'} hidden={hidden} />
      </td>
      <td className={classes(styles.result, !hidden && styles[directionOf(profit)])}>
        <Money amount={profit} signed hidden={hidden} />
        <small>{t(`orders.outcome.${outcome!}`)}</small>
      </td>
      <td>
        <Link to={`/contract/receipt/${id}`} className={styles.receipt}>
          <Icon name="proof" size={16} />
          {t('contract.result.receipt')}
        </Link>
      </td>
    </tr>
  );
}

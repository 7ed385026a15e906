import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { listOrders } from '@glasshouse/protocol/spot/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { TradeRow } from '../trading/TradeRow.tsx';
import { Card } from '../ui/Card.tsx';
import { List } from '../ui/Row.tsx';
import { receiptPath } from './FilledSheet.tsx';
import styles from './Spot.module.css';
import { spotKey } from './spot.ts';

const max = 8;

/** The newest trades with links to their receipts, shown if there is room below the chart. */
export function LatestTrades() {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: [...spotKey, 'latest'],
    queryFn: () => call<typeof listOrders>('POST', '/index/spot/list', { limit: max }),
    meta: { quiet: true },
  });
  if (!data || data.orders.length === 0) return null;
  return (
    <section className={styles.latest} aria-labelledby="latest-trades">
      <div className={styles.head}>
        <h2 id="latest-trades">{t('spot.latest')}</h2>
        <Link to="/records?kind=spot" className={styles.more}>
          {t('titles.spotRecords')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      {[...Map.groupBy(data.orders, ({ at }) => formatTime(at, 'date'))].map(([day, orders]) => (
        <section key={day} aria-label={day}>
          <h3 className={styles.help}>{day}</h3>
          <Card>
            <List>
              {orders.map((order) => (
                <TradeRow key={order.id} order={order} receipt={receiptPath(order.id)} />
              ))}
            </List>
          </Card>
        </section>
      ))}
    </section>
  );
}

import { formatDecimal, formatExact, formatMoney, formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { listOrders, SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from '../trading/LatestOrders.module.css';
import { SideTag } from '../trading/SideTag.tsx';
import { Coin } from '../ui/Coin.tsx';
import { givenIn, receivedIn } from './amounts.ts';
import { receiptPath } from './FilledSheet.tsx';
import { hasEnded, spotKey } from './spot.ts';

const max = 8;

/** The newest trades with links to their receipts, where there is room under the chart. */
export function LatestTrades() {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: [...spotKey, 'latest'],
    queryFn: () => call<typeof listOrders>('POST', '/index/spot/list', { limit: max }),
    meta: { quiet: true },
  });
  if (!data || data.orders.length === 0) return null;
  return (
    <section className={styles.ended} aria-labelledby="latest-trades">
      <div className={styles.head}>
        <h2 id="latest-trades">{t('spot.latest.title')}</h2>
        <Link to="/records?kind=spot">
          {t('titles.spotRecords')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      <table>
        <thead>
          <tr>
            <th>{t('orders.accepted')}</th>
            <th>{t('orders.filter.symbol')}</th>
            <th>{t('spot.price')}</th>
            <th>{t('spot.latest.gave')}</th>
            <th>{t('spot.latest.received')}</th>
            <th>{t('contract.result.receipt')}</th>
          </tr>
        </thead>
        <tbody>
          {data.orders.map((order) => (
            <TradeLine key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TradeLine({ order }: { order: SpotOrder }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { id, at, symbol, side, given, exit, outcome } = order;
  const write = (amount: string, currency: string) =>
    `${hidden ? '••••' : (currency === 'USDT' ? formatMoney : formatExact)(amount)} ${currency}`;
  return (
    <tr>
      <td>{formatTime(at)}</td>
      <td>
        <span className={styles.order}>
          <Coin symbol={symbol} size={20} />
          {symbol}
          <SideTag side={{ way: side === 'buy' ? 'up' : 'down', name: t(`spot.did.${side}`) }} />
        </span>
      </td>
      <td>{exit && formatDecimal(exit.price, coinBySymbol(symbol)!.decimals)}</td>
      <td>{write(given, givenIn(order))}</td>
      <td className={styles.result}>
        {outcome === null && t('spot.records.open')}
        {outcome === 'void' && t('orders.outcome.void')}
        {outcome === 'filled' && hasEnded(order) && write(order.received, receivedIn(order))}
      </td>
      <td>
        {outcome !== null && (
          <Link to={receiptPath(id)} className={styles.receipt}>
            <Icon name="proof" size={16} />
            {t('contract.result.receipt')}
          </Link>
        )}
      </td>
    </tr>
  );
}

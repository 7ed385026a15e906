import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { addDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useQueries } from '@tanstack/react-query';
import { useWords } from '../lib/words.tsx';
import { spreadText } from '../trading/percents.ts';
import { PracticeSignUp } from '../trading/practice/PracticeSignUp.tsx';
import { practiceReceipt } from '../trading/practice/store.ts';
import { spotPractice } from '../trading/practice/trades.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { givenIn, priceUnits, priceWithSpread, receivedIn } from './amounts.ts';
import styles from './Spot.module.css';
import { awaitOrders, type Filled, hasEnded, orderQuery, useAwaited } from './spot.ts';

const close = () => awaitOrders([]);
export const receiptPath = (id: string) => `/receipt/spot/${id}`;
/** The receipt of an order of the user or of this device. */
const receiptOf = ({ id }: SpotOrder) => (spotPractice.one(id) ? practiceReceipt({ id }) : receiptPath(id));

/** Money as people read it, and every place that counts of a coin. */
const amountIn = (amount: string, currency: string) => (currency === 'USDT' ? formatMoney : formatExact)(amount);

/** What an order came to a second after it was sent; of several that were sent together, each in a line. */
export function FilledSheet() {
  const { t } = useWords();
  const ids = useAwaited((awaited) => awaited.ids);
  const found = useQueries({ queries: ids.map(orderQuery) }).flatMap(({ data }) => data ?? []);
  const ended = found.filter(hasEnded);
  const isDone = ids.length > 0 && ended.length === ids.length;
  const [only] = ended;
  return (
    <Sheet
      open={ids.length > 0}
      onClose={close}
      title={t(isDone ? 'contract.result.done' : 'spot.done.waiting')}
      footer={
        <div className={styles.acts}>
          {isDone && ids.length === 1 && only && (
            <ButtonLink kind="proof" icon="proof" to={receiptOf(only)} onClick={close}>
              {t('contract.result.verify')}
            </ButtonLink>
          )}
          <Button onClick={close}>{t('contract.result.done')}</Button>
        </div>
      }
    >
      <div role="status">
        {!isDone && <Waiting orders={found} />}
        {isDone && ids.length === 1 && only && (
          <>
            <One order={only} />
            {spotPractice.one(only.id) && <PracticeSignUp to="/spot" />}
          </>
        )}
        {isDone && ids.length > 1 && <Several orders={ended} />}
      </div>
    </Sheet>
  );
}

function Waiting({ orders }: { orders: readonly SpotOrder[] }) {
  const { t } = useWords();
  return (
    <>
      <p className={styles.help}>{t('spot.done.nextTick')}</p>
      <SkeletonRows rows={Math.max(1, orders.length)} />
    </>
  );
}

function One({ order }: { order: Filled }) {
  const { t } = useWords();
  const { symbol, side, given, received, exit, spreadBp, outcome } = order;
  const coin = coinBySymbol(symbol)!;
  const way = side === 'buy' ? 'up' : 'down';
  const isVoid = outcome === 'void';
  const at = (price: string) =>
    formatDecimal(priceWithSpread({ coin, side, spreadBp, price: priceUnits(coin, price) }), coin.decimals);
  return (
    <>
      <p className={styles.what}>
        <Coin symbol={symbol} size={24} />
        <b>{symbol}/USDT</b>
        <Tag tone={isVoid ? 'neutral' : way} icon={isVoid ? 'equal' : way}>
          {t(isVoid ? 'orders.outcome.void' : `spot.did.${side}`)}
        </Tag>
      </p>
      {isVoid ? (
        <p className={styles.help}>{t('spot.done.void')}</p>
      ) : (
        <p className={styles.hero}>
          <b>+{amountIn(received, receivedIn(order))}</b>
          <span className={styles.unit}>{receivedIn(order)}</span>
        </p>
      )}
      <KeyValues>
        <KeyValue label={t(isVoid ? 'spot.done.back' : 'spot.done.gave')}>
          {amountIn(given, givenIn(order))} {givenIn(order)}
        </KeyValue>
        {exit && (
          <>
            <KeyValue label={t('spot.price')} note={t('orders.tick', { number: tickNumber(exit.slot) })}>
              {formatDecimal(exit.price, coin.decimals)}
            </KeyValue>
            <KeyValue
              label={t('spot.spread', { spread: spreadText(spreadBp) })}
              note={`${amountIn(given, givenIn(order))} ${side === 'buy' ? '÷' : '×'} ${at(exit.price)}`}
            >
              {at(exit.price)}
            </KeyValue>
          </>
        )}
      </KeyValues>
    </>
  );
}

function Several({ orders }: { orders: readonly Filled[] }) {
  const { t } = useWords();
  const filled = orders.filter(({ outcome }) => outcome === 'filled');
  const sum = filled.reduce((total, { received }) => addDecimal(total, received), '0');
  return (
    <>
      <p className={styles.hero}>
        <b>+{formatMoney(sum)}</b>
        <span className={styles.unit}>USDT</span>
      </p>
      <List>
        {orders.map((order) => (
          <Row
            key={order.id}
            to={receiptPath(order.id)}
            lead={<Coin symbol={order.symbol} size={28} />}
            title={`${order.symbol} ${formatExact(order.given)}`}
            value={order.outcome === 'filled' ? `+${formatMoney(order.received)}` : t('orders.outcome.void')}
          />
        ))}
      </List>
    </>
  );
}

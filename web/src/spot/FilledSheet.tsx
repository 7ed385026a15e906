import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { addDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { spreadText } from '../trading/percents.ts';
import { PracticeSignUp } from '../trading/practice/PracticeSignUp.tsx';
import { practiceReceipt } from '../trading/practice/store.ts';
import { spotPractice } from '../trading/practice/trades.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Delta } from '../ui/Delta.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { costOfSale, givenIn, type Holdings, priceUnits, priceWithSpread, receivedIn } from './amounts.ts';
import styles from './Spot.module.css';
import { awaitOrders, type Filled, hasEnded, orderQuery, useAwaited, useHoldings } from './spot.ts';

const close = () => awaitOrders([]);
export const receiptPath = (id: string) => `/receipt/spot/${id}`;
/** The receipt of an order, which belongs to the user or to this device. */
const receiptOf = ({ id }: SpotOrder) => (spotPractice.one(id) ? practiceReceipt({ id }) : receiptPath(id));

/** Money is rounded to cents; coins show all significant decimals. */
const amountIn = (amount: string, currency: string) => (currency === 'USDT' ? formatMoney : formatExact)(amount);

/** The result of an order a second after it was sent. Orders sent together have one line each. */
export function FilledSheet() {
  const { t } = useWords();
  const ids = useAwaited((awaited) => awaited.ids);
  const held = useHeldBefore(ids);
  const found = useQueries({ queries: ids.map(orderQuery) }).flatMap(({ data }) => data ?? []);
  const ended = found.filter(hasEnded);
  const isDone = ids.length > 0 && ended.length === ids.length;
  const [only] = ended;
  return (
    <Sheet
      open={ids.length > 0}
      onClose={close}
      title={t(isDone ? 'contract.result.done' : 'spot.done.waiting')}
      stage={isDone ? 'done' : 'waiting'}
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
            <One order={only} held={held} />
            {spotPractice.one(only.id) && <PracticeSignUp to="/spot" />}
          </>
        )}
        {isDone && ids.length > 1 && <Several orders={ended} held={held} />}
      </div>
    </Sheet>
  );
}

/** The coins held when the newest orders were sent. Coins that were sold completely are no longer in the wallet. */
function useHeldBefore(ids: readonly string[]): Holdings['coins'] {
  const { user } = useAccount();
  const { data } = useHoldings(user !== null);
  const [before, setBefore] = useState<{ ids: readonly string[]; coins: Holdings['coins'] }>({ ids, coins: [] });
  if (before.ids !== ids) setBefore({ ids, coins: data?.coins ?? [] });
  return before.coins;
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

function One({ order, held }: { order: Filled; held: Holdings['coins'] }) {
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
        <SaleResult orders={[order]} held={held} />
      </KeyValues>
    </>
  );
}

/** The profit of a sale: the amount received minus the cost of the coins. Omitted if a cost is unknown. */
function SaleResult({ orders, held }: { orders: readonly Filled[]; held: Holdings['coins'] }) {
  const { t } = useWords();
  const sold = orders.filter(({ side, outcome }) => side === 'sell' && outcome === 'filled');
  const costs = sold.map((order) => costOfSale(order, held));
  if (sold.length === 0 || costs.includes(undefined)) return null;
  const cost = costs.reduce<string>((sum, each) => addDecimal(sum, each ?? '0'), '0');
  const received = sold.reduce((sum, each) => addDecimal(sum, each.received), '0');
  return (
    <KeyValue label={t('spot.done.result')} note={t('spot.done.cost', { amount: formatMoney(cost) })}>
      <Delta value={subtractDecimal(received, cost)} />
    </KeyValue>
  );
}

function Several({ orders, held }: { orders: readonly Filled[]; held: Holdings['coins'] }) {
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
      <KeyValues>
        <SaleResult orders={orders} held={held} />
      </KeyValues>
    </>
  );
}

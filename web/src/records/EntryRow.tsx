import { formatExact, formatMoney, formatTime } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { useHidden } from '../lib/hidden.ts';
import { productPaths } from '../lib/product-paths.ts';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords } from '../lib/words.tsx';
import { OrderResult, OrderRow } from '../trading/OrderRow.tsx';
import type { Side } from '../trading/SideTag.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import { RecordRow } from './RecordRow.tsx';
import type { Entry, Order, ProductRecord } from './records.ts';

/** One entry: an order, a purchased product, or moved money. */
export function EntryRow({ entry }: { entry: Entry }) {
  if (entry.is === 'money') return <RecordRow record={entry} />;
  return entry.is === 'product' ? <ProductRow bought={entry} /> : <TradeRow order={entry} />;
}

const up: readonly Order['side'][] = ['long', 'call', 'buy'];

export const sideOf = ({ side }: Order, name: string): Side => ({ way: up.includes(side) ? 'up' : 'down', name });
/** An ended order links to its receipt, an open one to the page that follows it. */
export const orderPath = ({ is, id, symbol, outcome }: Order): string =>
  outcome === null ? `${productPaths[is].page}?symbol=${symbol}` : `${productPaths[is].receipts}/${id}`;

/** One order and its result. */
function TradeRow({ order }: { order: Order }) {
  const { t } = useWords();
  const { is, side, seconds, paid, payout, outcome } = order;
  const state = t(`records.outcomes.${outcome ?? 'open'}`);
  const value =
    is === 'spot' ? (
      <Exchanged order={order} state={state} />
    ) : (
      <OrderResult paid={paid.amount} payout={payout?.amount ?? null} state={state} exact={is === 'option'} />
    );
  return (
    <OrderRow order={order} side={sideOf(order, t(`records.sides.${side}`))} value={value} to={orderPath(order)}>
      {t(`records.kinds.${is}`)}
      {seconds !== null && is === 'contract' && t('ui.seconds', { seconds })}
    </OrderRow>
  );
}

/** The amount given and the amount received. */
function Exchanged({ order: { paid, payout, outcome }, state }: { order: Order; state: string }) {
  const hidden = useHidden();
  const text = ({ amount, currency }: Order['paid']) =>
    `${hidden ? '••••' : (currency === 'USDT' ? formatMoney : formatExact)(amount)} ${currency}`;
  return (
    <Figures below={<small>{outcome === 'filled' ? `−${text(paid)}` : state}</small>}>
      {outcome === 'filled' && payout ? `+${text(payout)}` : text(paid)}
    </Figures>
  );
}

export const productIcons: Record<ProductRecord['kind'], IconName> = {
  trust: 'finance',
  pledge: 'pledge',
  machine: 'machine',
};

function ProductRow({ bought: { id, kind, label, terms, amount, isOpen, returned, at } }: { bought: ProductRecord }) {
  const { t, locale } = useWords();
  const hidden = useHidden();
  const came = returned === undefined || hidden ? '' : t('records.credited', { amount: formatMoney(returned) });
  return (
    <Row
      to={`/finance/order/${id}`}
      lead={<Mark icon={productIcons[kind]} />}
      title={nameOf(locale, { label, terms })}
      sub={`${formatTime(at, 'time')} · ${t('records.kinds.product')}${came && ` · ${came}`}`}
      value={
        returned === undefined ? (
          <Figures below={<small>{t(`records.outcomes.${isOpen ? 'open' : 'ended'}`)}</small>}>
            <Money amount={`-${amount}`} currency="USDT" signed hidden={hidden} />
          </Figures>
        ) : (
          <OrderResult paid={amount} payout={returned} state={t('records.outcomes.ended')} />
        )
      }
    />
  );
}

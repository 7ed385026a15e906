import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatExact, formatMoney, formatTime, placesOf } from '@glasshouse/kit/format.ts';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import type { ReactNode } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords } from '../lib/words.tsx';
import { SideTag } from '../trading/SideTag.tsx';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Money } from '../ui/Money.tsx';
import { StateTag } from '../ui/StateTag.tsx';
import { orderPath, productIcons, sideOf } from './EntryRow.tsx';
import { flowIcons, useLabel } from './RecordRow.tsx';
import styles from './Records.module.css';
import { type Entry, type MoneyRecord, type Order, type ProductRecord, signedAmount } from './records.ts';

const columns = ['time', 'entry', 'details', 'amount', 'result'] as const;

/** The entries on larger screens: one line each, grouped by the day of their start. */
export function RecordTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useWords();
  return (
    <Card className={styles.table}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`records.columns.${column}`)}
              </th>
            ))}
            <th scope="col">{t('records.filter.state')}</th>
          </tr>
        </thead>
        {[...Map.groupBy(entries, ({ at }) => formatTime(at, 'date'))].map(([day, ofDay]) => (
          <tbody key={day}>
            <tr>
              <th colSpan={columns.length + 1} scope="rowgroup">
                {day}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <EntryLine key={`${entry.is} ${entry.id}`} entry={entry} />
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  );
}

function EntryLine({ entry }: { entry: Entry }) {
  if (entry.is === 'money') return <MoneyLine record={entry} />;
  return entry.is === 'product' ? <ProductLine bought={entry} /> : <OrderLine order={entry} />;
}

type LineProps = {
  at: string;
  to: string;
  lead: ReactNode;
  entry: ReactNode;
  details: ReactNode;
  amount: ReactNode;
  result?: ReactNode;
  state: ReactNode;
};

function Line({ at, to, lead, entry, details, amount, result, state }: LineProps) {
  return (
    <tr>
      <td>{formatTime(at, 'time')}</td>
      <td>
        <Link to={to} className={styles.entry}>
          {lead}
          <span>{entry}</span>
        </Link>
      </td>
      <td>{details}</td>
      <td>{amount}</td>
      <td>{result}</td>
      <td>{state}</td>
    </tr>
  );
}

function MoneyLine({ record }: { record: MoneyRecord }) {
  const { t } = useWords();
  const label = useLabel();
  const hidden = useHidden();
  const { amount, signed } = signedAmount(record);
  return (
    <Line
      at={record.at}
      to={`/records/${record.id}`}
      lead={<Mark icon={flowIcons[record.flow]} />}
      entry={t(`records.flows.${record.flow}`)}
      details={record.label !== 'member' || record.member ? label(record) : undefined}
      amount={
        <Money
          amount={amount}
          currency={record.currency}
          decimals={placesOf(record.amount)}
          signed={signed}
          hidden={hidden}
        />
      }
      state={<StateTag state={record.state} />}
    />
  );
}

/** The amount paid out minus the amount paid in. */
function Profit({ paid, payout, exact = false }: { paid: string; payout: string; exact?: boolean }) {
  const hidden = useHidden();
  const profit = subtractDecimal(payout, paid);
  return (
    <span className={classes(!hidden && styles[directionOf(profit)])}>
      <Money amount={profit} decimals={exact ? placesOf(profit) : 2} signed hidden={hidden} />
    </span>
  );
}

/** Both amounts of a trade in coins; neither is a profit. */
function Exchanged({ paid, received }: { paid: string; received: string }) {
  return (
    <>
      −{paid}
      <br />+{received}
    </>
  );
}

function OrderLine({ order }: { order: Order }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { is, symbol, seconds, paid, payout, outcome, at } = order;
  const text = ({ amount, currency }: Order['paid']) =>
    `${hidden ? '••••' : (currency === 'USDT' ? formatMoney : formatExact)(amount)} ${currency}`;
  return (
    <Line
      at={at}
      to={orderPath(order)}
      lead={<Coin symbol={symbol} size={24} />}
      entry={
        <>
          {symbol}
          <SideTag side={sideOf(order, t(`records.sides.${order.side}`))} />
        </>
      }
      details={[t(`records.kinds.${is}`), seconds !== null && is === 'contract' && t('ui.seconds', { seconds })]
        .filter(Boolean)
        .join(' · ')}
      amount={
        is === 'spot' && outcome === 'filled' && payout ? (
          <Exchanged paid={text(paid)} received={text(payout)} />
        ) : (
          text(paid)
        )
      }
      result={is !== 'spot' && payout && <Profit paid={paid.amount} payout={payout.amount} exact={is === 'option'} />}
      state={t(`records.outcomes.${outcome ?? 'open'}`)}
    />
  );
}

function ProductLine({ bought: { id, kind, label, terms, amount, isOpen, returned, at } }: { bought: ProductRecord }) {
  const { t, locale } = useWords();
  const hidden = useHidden();
  return (
    <Line
      at={at}
      to={`/finance/order/${id}`}
      lead={<Mark icon={productIcons[kind]} />}
      entry={nameOf(locale, { label, terms })}
      details={t('records.kinds.product')}
      amount={<Money amount={amount} currency="USDT" hidden={hidden} />}
      result={returned !== undefined && <Profit paid={amount} payout={returned} />}
      state={t(`records.outcomes.${isOpen ? 'open' : 'ended'}`)}
    />
  );
}

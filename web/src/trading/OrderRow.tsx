import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatTime, placesOf, placesOfMoney } from '@glasshouse/kit/format.ts';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { Children, type ReactNode } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { Coin } from '../ui/Coin.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import styles from './Records.module.css';
import { type Side, SideTag } from './SideTag.tsx';

type OrderRowProps = {
  order: { symbol: string; at: string };
  side: Side;
  /** The result. */
  value: ReactNode;
  /** Details after the time of day. */
  children: ReactNode;
} & ({ to: string; onOpen?: never } | { to?: never; onOpen?: () => void });

/** One order in a list with its result. */
export function OrderRow({ order: { symbol, at }, side, value, children, to, onOpen }: OrderRowProps) {
  const face = {
    lead: <Coin symbol={symbol} size={36} />,
    title: (
      <span className={styles.title}>
        {symbol}
        <SideTag side={side} />
      </span>
    ),
    sub: (
      <span className={styles.facts}>
        <span>{formatTime(at, 'time')}</span>
        {Children.map(children, (fact) => fact && <span>{fact}</span>)}
      </span>
    ),
    value,
  };
  if (to !== undefined) return <Row {...face} to={to} />;
  return onOpen ? <Row {...face} onPress={onOpen} /> : <Row {...face} />;
}

type OrderResultProps = {
  paid: string;
  payout: string | null;
  state: string;
  /** Whether decimals beyond cents matter in the amount paid. */
  exact?: boolean;
  /** How the amount paid is shown while the order is open. */
  open?: (amount: ReactNode) => ReactNode;
};

/** The profit or loss of an order, or the amount paid while it is open. */
export function OrderResult({ paid, payout, state, exact = false, open = (amount) => amount }: OrderResultProps) {
  const hidden = useHidden();
  const profit = payout === null ? undefined : subtractDecimal(payout, paid);
  return (
    <Figures below={<small>{state}</small>}>
      {profit === undefined ? (
        open(<Money amount={paid} decimals={exact ? placesOf(paid) : placesOfMoney(paid)} hidden={hidden} />)
      ) : (
        <span className={classes(!hidden && styles[directionOf(profit)])}>
          <Money amount={profit} decimals={exact ? placesOf(profit) : 2} signed hidden={hidden} />
        </span>
      )}
    </Figures>
  );
}

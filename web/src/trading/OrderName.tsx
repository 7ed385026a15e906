import { Coin } from '../ui/Coin.tsx';
import styles from './Result.module.css';
import { type Side, SideTag } from './SideTag.tsx';

type OrderNameProps = {
  symbol: string;
  side: Side;
  /** A detail that tells it from similar orders. */
  about: string;
};

/** The order a sheet is about. */
export const OrderName = ({ symbol, side, about }: OrderNameProps) => (
  <p className={styles.what}>
    <Coin symbol={symbol} size={24} />
    <b>{symbol}/USDT</b>
    <SideTag side={side} />
    <span>{about}</span>
  </p>
);

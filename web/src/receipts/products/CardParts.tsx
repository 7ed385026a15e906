import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatSigned, placesOfMoney } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { slotMs } from '@glasshouse/protocol/market/tape';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.tsx';
import { Coin } from '../../ui/Coin.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import styles from '../Receipt.module.css';
import { type Explanation, priceText, tickName } from './words.ts';

// The parts of the order cards of all products.

type CardHeadProps = { symbol: string; way: 'up' | 'down'; side: string; children?: ReactNode };
export const CardHead = ({ symbol, way, side, children }: CardHeadProps) => (
  <div className={styles.head}>
    <Coin symbol={symbol} size={24} />
    <b>{symbol}/USDT</b>
    <Tag tone={way} icon={way}>
      {side}
    </Tag>
    {children && <span className={styles.sums}>{children}</span>}
  </div>
);

/** A term of the order in the head of its card. */
export const Term = ({ children }: { children: ReactNode }) => <span className={styles.seconds}>{children}</span>;

export const Change = ({ by }: { by: string }) => (
  <b className={classes(styles.change, styles[directionOf(by)])}>{formatSigned(by, placesOfMoney(by))}</b>
);

export const TickPrices = ({ children }: { children: ReactNode }) => <dl className={styles.pair}>{children}</dl>;

type TickPriceProps = { label: string; symbol: string; tick: { slot: number; price: string } | null };
export function TickPrice({ label, symbol, tick }: TickPriceProps) {
  const { t } = useWords();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{tick ? priceText({ symbol }, tick.price) : '–'}</b>
        <small>
          {tick ? (
            <>
              <span>{tickName(tick.slot)} ·</span> <TimeText at={tick.slot * slotMs} part="time" />
            </>
          ) : (
            t('contract.result.noTick')
          )}
        </small>
      </dd>
    </div>
  );
}

export const Formula = ({ words, working, result }: Explanation & { working?: string }) => (
  <p className={styles.formula}>
    {words}
    {result !== undefined && (
      <>
        {' '}
        <span>
          {working} = <b>{result}</b>
        </span>
      </>
    )}
  </p>
);

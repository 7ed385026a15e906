import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { compareDecimal, unitsAt } from '@glasshouse/protocol/decimal';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { Fragment } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Chain.module.css';
import { choose } from './choices.ts';
import { costText, perCoinOf, strikeText } from './quote-facts.ts';
import type { ClockState } from './use-clock.ts';

type ChainProps = { symbol: string; clock: ClockState; price: string; spreadBp: number };

/**
 * All strikes, with the current cost of a call and a put for one coin. The shaded ones would pay something if they
 * ended now.
 */
export function Chain({ symbol, clock, price, spreadBp }: ChainProps) {
  const { t } = useWords();
  const { coin, life, by, slots } = clock;
  const below = life.strikes.findIndex((strike) => compareDecimal(strike, price) >= 0);
  const now = below < 0 ? life.strikes.length : below;
  const cell = (side: Side, strike: string) => {
    const units = unitsAt(strike, coin.decimals);
    const cost = costText(perCoinOf({ symbol: coin.id, side, strike: units }, by, slots, spreadBp));
    const pays = side === 'call' ? by.price > units : by.price < units;
    return (
      <td>
        <button
          type="button"
          className={classes(styles.price, pays && styles.pays)}
          aria-pressed={clock.side === side && clock.strike === strike}
          aria-label={t('option.cell', {
            side: t(`option.${side}`),
            strike: strikeText(strike, coin, life.strikes),
            cost,
          })}
          onClick={() => choose({ side, strike })}
        >
          {cost}
        </button>
      </td>
    );
  };
  return (
    <div>
      <table className={styles.chain}>
        <thead>
          <tr>
            <th scope="col" className={styles.up}>
              <Icon name="up" size={14} /> {t('option.call')}
            </th>
            <th scope="col">{t('option.strike')}</th>
            <th scope="col" className={styles.down}>
              {t('option.put')} <Icon name="down" size={14} />
            </th>
          </tr>
        </thead>
        <tbody>
          {life.strikes.map((strike, i) => (
            <Fragment key={strike}>
              {i === now && <Now price={formatDecimal(price, coin.decimals)} />}
              <tr>
                {cell('call', strike)}
                <th scope="row">{strikeText(strike, coin, life.strikes)}</th>
                {cell('put', strike)}
              </tr>
            </Fragment>
          ))}
          {now === life.strikes.length && <Now price={formatDecimal(price, coin.decimals)} />}
        </tbody>
      </table>
      <p className={styles.help}>{t('option.perCoin', { symbol })}</p>
    </div>
  );
}

/** The current price among the strikes. */
function Now({ price }: { price: string }) {
  const { t } = useWords();
  return (
    <tr className={styles.now}>
      <td colSpan={3}>
        <span>{t('option.now', { price })}</span>
      </td>
    </tr>
  );
}

import { formatDecimal } from '@glasshouse/kit/format.ts';
import { rangeOf } from '@glasshouse/protocol/options/quote';
import { useWords, Words } from '../lib/words.tsx';
import { Payoff } from './Payoff.tsx';
import { aboutMoney, drawnOf, priceText, strikeText } from './reckon.ts';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

/** What the chosen option comes to, by the price at its end. */
export function EndPicture({ clock: { coin, facts, strike, side, size, by, slots } }: { clock: ClockState }) {
  const { t } = useWords();
  const { low, high } = rangeOf(by, slots);
  const asPrice = (units: bigint) => Number(units) / 10 ** coin.decimals;
  const drawn = {
    ...drawnOf(facts, coin),
    now: asPrice(by.price),
    likely: { low: asPrice(low), high: asPrice(high) },
  };
  const [loss, even, now] = [aboutMoney(facts.premium), priceText(facts.breakEven, coin), priceText(by.price, coin)];
  const each = formatDecimal(size.amount ?? '0', Math.min(8, Math.max(2, (size.amount?.split('.')[1] ?? '').length)));
  return (
    <div>
      <div className={styles.pictureHead}>
        <h2>{t('option.atEnd')}</h2>
        <small>USDT</small>
      </div>
      <Payoff
        drawn={drawn}
        label={`${t(`option.picture.${side}`, { side: t(`option.${side}`), premium: loss, price: even })} ${t('option.now', { price: now })}`}
        tag={t('option.now', { price: now })}
        loss={t('option.never', { amount: `−${loss}` })}
        gain={t('option.per', { amount: `+${each}` })}
        strike={`${t('option.strike')} ${strikeText(strike, coin)}`}
        even={
          <b>
            {t('option.breakEven')} {even}
          </b>
        }
      />
      <p className={styles.likely}>
        <Words k="option.likely" />
      </p>
    </div>
  );
}

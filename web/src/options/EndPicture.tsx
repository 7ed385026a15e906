import { speakingStep } from '@glasshouse/protocol/options/moves';
import { rangeOf } from '@glasshouse/protocol/options/quote';
import { useWords, Words } from '../lib/words.tsx';
import { Payoff } from './Payoff.tsx';
import { costInCents, moneyText, payoffDataOf, priceText, strikeText } from './quote-facts.ts';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

/** The result of the chosen option by the price at its end. */
export function EndPicture({ clock: { coin, life, facts, strike, side, size, by, slots } }: { clock: ClockState }) {
  const { t } = useWords();
  const { low, high } = rangeOf(by, slots);
  const asPrice = (units: bigint) => Number(units) / 10 ** coin.decimals;
  const data = {
    ...payoffDataOf(facts, coin),
    now: asPrice(by.price),
    likely: { low: asPrice(low), high: asPrice(high) },
  };
  const [loss, even, now] = [costInCents(facts.premium), priceText(facts.breakEven, coin), priceText(by.price, coin)];
  const step = speakingStep(by.price);
  const each = moneyText((step * size.units) / 10n ** BigInt(coin.decimals + 2));
  return (
    <div>
      <div className={styles.pictureHead}>
        <h2>{t('option.atEnd')}</h2>
        <small>USDT</small>
      </div>
      <Payoff
        data={data}
        label={`${t(`option.picture.${side}`, { side: t(`option.${side}`), premium: loss, price: even })} ${t('option.now', { price: now })}`}
        tag={t('option.now', { price: now })}
        loss={t('option.never', { amount: `−${loss}` })}
        gain={t('option.per', { amount: `+${each}`, step: priceText(step, coin) })}
        strike={`${t('option.strike')} ${strikeText(strike, coin, life.strikes)}`}
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

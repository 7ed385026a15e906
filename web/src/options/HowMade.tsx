import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { slotsPerHour } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { bidOf, isByGenerator } from '@glasshouse/protocol/options/quote';
import { useWords, Words } from '../lib/words.tsx';
import { percentOf, shareText } from '../trading/percents.ts';
import { exactMoney, oneCoin, perCoinOf, priceText, strikeText, volatilityText } from './quote-facts.ts';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

/** The formula behind the price, with the actual figures. */
export function HowMade({ clock }: { clock: ClockState }) {
  const { t } = useWords();
  const { symbol, coin, strike, facts, size, spreadBp } = clock;
  const { option, by, slots } = facts;
  const fair = formatExact(formatUsdt(bidOf({ ...option, size: oneCoin }, by, slots)));
  const one = formatExact(formatUsdt(perCoinOf(option, by, slots, spreadBp)));
  const [spread, volatility] = [percentOf(spreadBp), volatilityText(by.volatility)];
  const hours = formatDecimal((slots / slotsPerHour).toFixed(1), 1);
  const from = { price: priceText(by.price, coin), strike: strikeText(strike, coin), hours, volatility };
  return (
    <details className={styles.disc}>
      <summary>
        <span>{t('option.made.title')}</span>
        <Icon name="chevd" size={18} />
      </summary>
      <div className={styles.math}>
        <p>
          <Words k="option.made.fair" {...from} fair={<b>{fair}</b>} />
        </p>
        <p>
          <Words k="option.made.spread" fair={fair} spread={spread} one={<b>{one}</b>} symbol={symbol} />
        </p>
        <p>
          {one} × {formatExact(size.amount ?? '0')} = <b>{exactMoney(facts.premium)}</b>
        </p>
        <p className={styles.quiet}>
          {t(isByGenerator(by.model) ? 'option.made.whyGenerated' : 'option.made.why', {
            ...{ volatility, share: shareText(facts.chance) },
          })}
        </p>
      </div>
    </details>
  );
}

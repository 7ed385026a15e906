import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { slotsPerHour } from '@glasshouse/protocol/market/tape';
import { movesOf } from '@glasshouse/protocol/options/moves';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { priceText, signedMoney, volatilityText } from './quote-facts.ts';
import styles from './Ticket.module.css';
import type { ClockState } from './use-clock.ts';

const point = 10_000;

/**
 * How price, time and volatility affect the option's value, one change at a time, with the Greek letters that traders
 * use.
 */
export function Moves({ clock }: { clock: ClockState }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.disc} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{t('option.moves.title')}</span>
        <Icon name="chevd" size={18} />
      </summary>
      {open && <Lines clock={clock} />}
    </details>
  );
}

function Lines({ clock: { symbol, coin, facts, by, slots, size } }: { clock: ClockState }) {
  const { t } = useWords();
  if (size.units === 0n) return null;
  const moves = movesOf({ ...facts.option, size: size.units }, by, slots);
  const step = priceText(moves.step, coin);
  const about = (units: bigint) => t('option.moves.about', { amount: signedMoney(units) });
  // USDT minor units per (price units × size), as a fraction: this is delta.
  const share = (units: bigint, places: number) => {
    const whole = units * 10n ** BigInt(coin.decimals + 2 + places);
    return formatDecimal(writeDecimal(whole / (moves.step * size.units), places), places);
  };
  const isHour = moves.slots === slotsPerHour;
  return (
    <div className={styles.moves}>
      <KeyValues>
        <KeyValue
          label={t('option.moves.rises', { symbol, step })}
          note={t('option.moves.delta', { amount: share(moves.rise, 3) })}
        >
          {about(moves.rise)}
        </KeyValue>
        <KeyValue
          label={t('option.moves.again', { step })}
          note={t('option.moves.gamma', { amount: share(moves.again - moves.rise, 4), step })}
        >
          {about(moves.again)}
        </KeyValue>
        <KeyValue
          label={t(isHour ? 'option.moves.hour' : 'option.moves.minute')}
          note={t('option.moves.theta', { amount: signedMoney(moves.wait * (isHour ? 24n : 1440n)) })}
        >
          {about(moves.wait)}
        </KeyValue>
        <KeyValue
          label={t('option.moves.livelier', { volatility: volatilityText(by.volatility + point) })}
          note={t('option.moves.vega', { amount: signedMoney(moves.livelier) })}
        >
          {about(moves.livelier)}
        </KeyValue>
      </KeyValues>
      <p>{t('option.moves.help', { size: formatExact(size.amount ?? '0'), symbol })}</p>
    </div>
  );
}

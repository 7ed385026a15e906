import { classes } from '@glasshouse/kit/classes.ts';
import { formatDecimal, formatSigned } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { useWords } from '../../lib/words.tsx';
import styles from './ResultSheet.module.css';
import type { Ended } from './results.ts';

/** The two ticks that decided, and the difference between them. */
export function ResultTicks({ order: { entry, exit }, decimals }: { order: Ended; decimals: number }) {
  const { t } = useWords();
  const moved = entry && exit ? subtractDecimal(exit.price, entry.price) : undefined;
  const way = moved === undefined ? undefined : (['down', 'flat', 'up'] as const)[compareDecimal(moved, '0') + 1];
  return (
    <dl className={styles.ticks}>
      <div>
        <dt>{entry ? t('contract.result.entryTick', { number: tickNumber(entry.slot) }) : t('orders.entry')}</dt>
        <dd>{entry ? formatDecimal(entry.price, decimals) : t('contract.result.noTick')}</dd>
      </div>
      {moved !== undefined && (
        <div className={classes(styles.moved, styles[way!])}>
          <dt className="vh">{t('contract.result.moved')}</dt>
          <dd>
            {way === 'flat' ? (
              <Icon name="equal" size={14} />
            ) : (
              <svg viewBox="0 0 8 8" aria-hidden="true">
                <path d={way === 'up' ? 'M4 1 7.5 7h-7z' : 'M4 7 .5 1h7z'} />
              </svg>
            )}
            {formatSigned(moved, decimals)}
          </dd>
        </div>
      )}
      <div>
        <dt>{exit ? t('contract.result.exitTick', { number: tickNumber(exit.slot) }) : t('orders.exit')}</dt>
        <dd>{exit ? formatDecimal(exit.price, decimals) : t('contract.result.noTick')}</dd>
      </div>
    </dl>
  );
}

import { formatDecimal, formatSigned } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { useWords } from '../lib/words.tsx';
import styles from './Result.module.css';

type End = { name: string; price: string | undefined };
type ResultTicksProps = { from: End; to: End; decimals: number };

/** The two deciding prices and their difference. The difference has no color, because a fall may be a gain. */
export function ResultTicks({ from, to, decimals }: ResultTicksProps) {
  const { t } = useWords();
  const difference = from.price && to.price ? subtractDecimal(to.price, from.price) : undefined;
  const way =
    difference === undefined ? undefined : (['down', 'flat', 'up'] as const)[compareDecimal(difference, '0') + 1];
  const priceOf = ({ price }: End) => (price ? formatDecimal(price, decimals) : t('contract.result.noTick'));
  return (
    <dl className={styles.ticks}>
      <div>
        <dt>{from.name}</dt>
        <dd>{priceOf(from)}</dd>
      </div>
      {difference !== undefined && (
        <div className={styles.moved}>
          <dt className="vh">{t('contract.result.moved')}</dt>
          <dd>
            {way === 'flat' ? (
              <Icon name="equal" size={14} />
            ) : (
              <svg viewBox="0 0 8 8" aria-hidden="true">
                <path d={way === 'up' ? 'M4 1 7.5 7h-7z' : 'M4 7 .5 1h7z'} />
              </svg>
            )}
            {formatSigned(difference, decimals)}
          </dd>
        </div>
      )}
      <div>
        <dt>{to.name}</dt>
        <dd>{priceOf(to)}</dd>
      </div>
    </dl>
  );
}

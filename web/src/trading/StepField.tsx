import { classes } from '@glasshouse/kit/classes.ts';
import { formatMoney } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { typedAmount } from '../ui/amount.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './StepField.module.css';

const shares = [10, 25, 50, 100];

type StepFieldProps = {
  name: string;
  unit: string;
  /**
   * The balance that the percent buttons refer to, and its name. `undefined` until loaded and for visitors, who see no
   * buttons.
   */
  held: { name: string; amount: string | undefined };
  /** As typed; `amount` is the value to send, or `undefined` if it isn't an amount. */
  typed: string;
  amount: string | undefined;
  decimals: number;
  wrong: boolean;
  invalid: boolean;
  less: string;
  more: string;
  shareOf: (percent: number) => string;
  onChange: (amount: string) => void;
};

/** An amount, entered by typing, in steps, or as a percentage of a wallet. */
export function StepField({ name, unit, held, typed, amount, decimals, wrong, invalid, ...rest }: StepFieldProps) {
  const { t } = useWords();
  const id = useId();
  const empty = useId();
  const hidden = useHidden();
  const { user } = useAccount();
  const { less, more, shareOf, onChange } = rest;
  const isEmpty = held.amount !== undefined && compareDecimal(held.amount, '0') <= 0;
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>
          {name} <span>{unit}</span>
        </label>
        {held.amount !== undefined && (
          <span>
            {held.name} <b>{hidden ? '••••' : formatMoney(held.amount)}</b>
          </span>
        )}
      </div>
      <div className={styles.amount}>
        <div className={classes(styles.stake, wrong && styles.wrong)}>
          <IconButton icon="minus" size={20} label={t('contract.less')} onClick={() => onChange(less)} />
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            aria-invalid={invalid || undefined}
            value={typed}
            onBlur={() => amount && onChange(amount)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => onChange(typedAmount(currentTarget.value, decimals) || '0')}
          />
          <IconButton icon="plus" size={20} label={t('contract.more')} onClick={() => onChange(more)} />
        </div>
        {(held.amount !== undefined || user) && (
          <fieldset
            className={styles.shares}
            aria-label={t('contract.shares')}
            aria-describedby={isEmpty ? empty : undefined}
            disabled={!held.amount || isEmpty}
          >
            {shares.map((percent) => (
              <button
                key={percent}
                type="button"
                aria-label={percent < 100 ? t('ui.share', { percent }) : undefined}
                onClick={() => onChange(shareOf(percent))}
              >
                {percent === 100 ? t('ui.max') : `${percent}%`}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {isEmpty && (
        <small id={empty} className={styles.empty}>
          {t('contract.sharesEmpty')}
        </small>
      )}
    </div>
  );
}

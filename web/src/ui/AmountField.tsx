import { formatDecimal, placesOf } from '@glasshouse/kit/format.ts';
import { compareDecimal, shareOf, tidyDecimal } from '@glasshouse/protocol/decimal';
import { useId, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './AmountField.module.css';
import { type AmountLimits, amountProblem, typedAmount } from './amount.ts';
import { Chip } from './Chip.tsx';
import fieldStyles from './Field.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

type AmountFieldProps = AmountLimits &
  Pick<TextFieldProps, 'label' | 'help' | 'error' | 'aside' | 'name' | 'disabled'> & {
    /** A decimal string, or empty. */
    value: string;
    onChange: (value: string) => void;
    currency: string;
    decimals?: number;
    /**
     * How many decimals can be typed if fewer are valid: extra ones get an error message instead of being dropped
     * silently.
     */
    typed?: number;
    /** The amount that Max fills in, if that isn't the entire balance. */
    maxNow?: string | undefined;
    /**
     * Percentages of the balance as chips, and the message for an empty balance, which disables them. Without the
     * message they stay enabled.
     */
    quick?: { shares: readonly number[]; empty?: string | undefined };
  };

const problemKeys = { below: 'ui.amountBelow', above: 'ui.amountAbove', short: 'ui.amountShort' } as const;

/** An amount as a decimal string, validated while typing. */
export function AmountField(props: AmountFieldProps) {
  const {
    min,
    max,
    balance,
    value,
    onChange,
    currency,
    decimals = 2,
    typed = decimals,
    maxNow,
    quick,
    help,
    error,
    ...rest
  } = props;
  const { t } = useWords();
  const [touched, setTouched] = useState(false);
  const write = (amount: string) => formatDecimal(amount, Math.min(decimals, placesOf(amount)));
  const share = (of: string, percent: number) =>
    decimals > 2 ? tidyDecimal(shareOf(of, percent, decimals)) : shareOf(of, percent, decimals);
  const isEmpty = quick?.empty !== undefined && compareDecimal(balance ?? '0', '0') <= 0;
  const reason = useId();
  const all = maxNow ?? balance;
  const problem = touched ? amountProblem(value, { min, max, balance }) : undefined;
  const said =
    problem && t(problemKeys[problem.kind], { min: write(min ?? '0'), max: write(max ?? '0'), by: write(problem.by) });
  const least = min && t('ui.amountLeast', { min: write(min) });
  const range = min && max ? t('ui.amountRange', { min: write(min), max: write(max) }) : least;
  const set = (amount: string) => {
    setTouched(true);
    onChange(amount);
  };

  return (
    <div className={styles.amount}>
      <TextField
        {...rest}
        aside={rest.aside ?? (balance && t('ui.available', { amount: write(balance) }))}
        help={help ?? range}
        error={error ?? said}
        inputMode="decimal"
        autoComplete="off"
        className={styles.figure}
        value={value}
        onChange={(text) => set(typedAmount(text, typed))}
        end={
          <>
            <span className={styles.unit}>{currency}</span>
            {all !== undefined && (
              <button
                type="button"
                className={fieldStyles.act}
                disabled={isEmpty}
                aria-describedby={isEmpty ? reason : undefined}
                onClick={() => set(share(all, 100))}
              >
                {t('ui.max')}
              </button>
            )}
          </>
        }
      />
      {balance !== undefined && quick && (
        <>
          <fieldset className={styles.quick} disabled={isEmpty} aria-describedby={isEmpty ? reason : undefined}>
            {quick.shares.map((percent) => {
              const part = share(balance, percent);
              return (
                <Chip
                  key={percent}
                  square
                  disabled={isEmpty}
                  pressed={!isEmpty && value === part}
                  label={t('ui.share', { percent })}
                  onPress={() => set(part)}
                >
                  {percent}%
                </Chip>
              );
            })}
          </fieldset>
          {isEmpty && (
            <small id={reason} className={styles.empty}>
              {quick.empty}
            </small>
          )}
        </>
      )}
    </div>
  );
}

import { classes } from '@glasshouse/kit/classes.ts';
import { type TradeWeakness, tradeWeaknesses } from '@glasshouse/protocol/session/weak-passwords';
import { useState } from 'react';
import { focusNextField } from '../lib/next-field.ts';
import { useWords } from '../lib/words.tsx';
import { Field } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './TradePasswordField.module.css';

export const tradePasswordDigits = 6;
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, tradePasswordDigits);

type TradePasswordProps = {
  /** When a password is chosen, it is typed twice; the help belongs to the first field. */
  label?: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The sheet was opened to type it. */
  autoFocus?: boolean;
  /** The next field repeats it: after the sixth digit the focus moves there. */
  repeated?: boolean;
};

/**
 * The six digits in separate boxes, with a button that reveals them. It is a single input; the visible boxes are behind
 * it.
 */
export function TradePasswordField(props: TradePasswordProps) {
  const { t } = useWords();
  const { label, name = 'tradePassword', value, onChange, error, autoFocus = false, repeated = false } = props;
  const said = label ?? t('ui.tradePassword');
  const [shown, setShown] = useState(false);
  return (
    <Field texts={{ label: said, help: label ? undefined : t('ui.tradePasswordHelp'), error }}>
      {(wiring) => (
        <div className={styles.row}>
          <div className={classes(styles.digits, error && styles.wrong)}>
            <input
              {...wiring}
              className={styles.input}
              type={shown ? 'text' : 'password'}
              inputMode="numeric"
              autoComplete="off"
              name={name}
              // biome-ignore lint/a11y/noAutofocus: the sheet was opened to type it
              autoFocus={autoFocus}
              value={value}
              onChange={({ currentTarget: field }) => {
                const digits = digitsOf(field.value);
                onChange(digits);
                if (repeated && digits.length === tradePasswordDigits && digits !== value) focusNextField(field);
              }}
              onFocus={({ currentTarget: field }) => field.scrollIntoView({ block: 'nearest' })}
            />
            {Array.from({ length: tradePasswordDigits }, (_, place) => (
              <i
                key={place}
                aria-hidden="true"
                className={classes(
                  styles.box,
                  place < value.length && (shown ? styles.digit : styles.full),
                  place === value.length && styles.next,
                )}
              >
                {shown && value[place]}
              </i>
            ))}
          </div>
          <IconButton
            icon={shown ? 'eyeoff' : 'eye'}
            size={20}
            quiet
            label={t(shown ? 'ui.hidePassword' : 'ui.showPassword', { field: said })}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

/** A weak trade password is refused at its field. */
export const atTradePassword = Object.fromEntries(tradeWeaknesses.map((reason) => [reason, 'tradePassword'])) as Record<
  TradeWeakness,
  'tradePassword'
>;

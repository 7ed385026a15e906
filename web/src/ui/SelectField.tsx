import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentProps } from 'react';
import { useWords } from '../lib/words.tsx';
import fieldStyles from './Field.module.css';
import { Field, type FieldTexts, InputBox } from './Field.tsx';
import styles from './SelectField.module.css';

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'id' | 'children' | keyof FieldTexts> & {
    options: readonly { value: string; label: string }[];
    value: string;
    onChange: (value: string) => void;
    icon?: IconName | undefined;
    placeholder?: string;
  };

/** One of many options. A native select, which is the best one on a phone and can be searched by typing. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, optional, aside, options, value, onChange, icon, placeholder, ...rest } = props;
  const { t } = useWords();
  const texts = { label, help, error, aside, ...(optional && { optional }) };
  return (
    <Field texts={texts}>
      {(wiring) => (
        <InputBox invalid={Boolean(error)}>
          {icon && <Icon name={icon} size={20} />}
          <select
            {...rest}
            {...wiring}
            className={classes(fieldStyles.input, styles.select)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {value === '' && <option value="">{placeholder ?? t('ui.select')}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevd" size={16} className={styles.arrow} />
        </InputBox>
      )}
    </Field>
  );
}

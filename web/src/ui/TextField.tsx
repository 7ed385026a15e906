import { classes } from '@glasshouse/kit/classes.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Field.module.css';
import { Field, type FieldTexts, InputBox } from './Field.tsx';

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | keyof FieldTexts> & {
    value: string;
    onChange: (value: string) => void;
    icon?: IconName | undefined;
    end?: ReactNode;
  };

/** One line of text with label, help and error. */
export function TextField(props: TextFieldProps) {
  const { label, help, error, optional, aside, value, onChange, icon, end, className, ...rest } = props;
  const texts = { label, help, error, aside, ...(optional && { optional }) };
  return (
    <Field texts={texts}>
      {(wiring) => (
        <InputBox invalid={Boolean(error)}>
          {icon && <Icon name={icon} size={20} />}
          <input
            {...rest}
            {...wiring}
            className={classes(styles.input, className)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {end && <span className={styles.end}>{end}</span>}
        </InputBox>
      )}
    </Field>
  );
}

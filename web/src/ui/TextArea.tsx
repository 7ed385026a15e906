import { classes } from '@glasshouse/kit/classes.ts';
import styles from './Field.module.css';
import { Field, type FieldTexts, InputBox } from './Field.tsx';

type TextAreaProps = FieldTexts & {
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  rows?: number;
};

/** Several lines of text with label, help and error. */
export function TextArea({ value, onChange, maxLength, rows = 4, ...texts }: TextAreaProps) {
  return (
    <Field texts={texts}>
      {(wiring) => (
        <InputBox invalid={Boolean(texts.error)}>
          <textarea
            {...wiring}
            className={classes(styles.input, styles.area)}
            rows={rows}
            maxLength={maxLength}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </InputBox>
      )}
    </Field>
  );
}

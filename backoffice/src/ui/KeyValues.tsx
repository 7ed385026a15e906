import type { ReactNode } from 'react';
import styles from './KeyValues.module.css';

type KeyValuesProps = { pairs?: readonly (readonly [label: string, value: string | number])[]; children?: ReactNode };

/** Facts about one thing, line by line: plain values as pairs, rendered ones after them. */
export const KeyValues = ({ pairs = [], children }: KeyValuesProps) => (
  <dl className={styles.list}>
    {pairs.map(([label, value]) => (
      <Fact key={label} label={label}>
        {value}
      </Fact>
    ))}
    {children}
  </dl>
);

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

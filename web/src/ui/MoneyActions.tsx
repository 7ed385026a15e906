import type { ReactNode } from 'react';
import styles from './MoneyActions.module.css';

/** What can be done with the money shown above: two or three links side by side, wrapping where they do not fit. */
export const MoneyActions = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>;

import type { ReactNode } from 'react';
import styles from './MoneyActions.module.css';

/** The actions for the money shown above: two or three links next to each other that wrap if needed. */
export const MoneyActions = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>;

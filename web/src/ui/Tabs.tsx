import { classes } from '@glasshouse/kit/classes.ts';
import { type TabChoice, TabRow } from './TabRow.tsx';
import styles from './Tabs.module.css';

/** Underlined tabs above a list; more of them than fit scroll sideways. */
export const Tabs = <V extends string>({ large, ...choice }: TabChoice<V> & { large?: boolean }) => (
  <TabRow {...choice} row={classes(styles.tabs, large && styles.large)} tab={styles.tab} />
);

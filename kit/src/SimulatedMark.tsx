import styles from './SimulatedMark.module.css';

type SimulatedMarkProps = {
  /** The word itself, in the reader's language. */
  children: string;
  /** What pressing it does, spoken; without `onPress` it only stands there. */
  meaning?: string;
  onPress?: () => void;
};

/** The mark on every screen of app and console that nothing here is real money. */
export function SimulatedMark({ children, meaning, onPress }: SimulatedMarkProps) {
  if (!onPress) return <span className={styles.pill}>{children}</span>;
  return (
    <button type="button" className={styles.pill} aria-label={meaning} onClick={onPress}>
      {children}
    </button>
  );
}

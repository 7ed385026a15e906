import styles from './SimulatedMark.module.css';

type SimulatedMarkProps = {
  /** The word Simulated in the user's language. */
  children: string;
  /** The spoken description of pressing it. Without `onPress`, the mark isn't a button. */
  meaning?: string;
  onPress?: () => void;
};

/** The mark on every screen of app and console that no real money is involved. */
export function SimulatedMark({ children, meaning, onPress }: SimulatedMarkProps) {
  if (!onPress) return <span className={styles.pill}>{children}</span>;
  return (
    <button type="button" className={styles.pill} aria-label={meaning} onClick={onPress}>
      {children}
    </button>
  );
}

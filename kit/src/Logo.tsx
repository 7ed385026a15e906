import styles from './Logo.module.css';

const house = 'M14 3.2 24 11v13.5H4V11z';

/** The glass house in the brand color. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.logo} width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path className={styles.pane} d={house} />
      <path className={styles.shade} d="M14 3.2 24 11v13.5H14z" />
      <path className={styles.frame} d={`${house}M14 3.2v21.3M4 15.5h20`} />
      <path className={styles.glint} d="m17 22 4.3-4.3" />
    </svg>
  );
}

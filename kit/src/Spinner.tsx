import styles from './Spinner.module.css';

/** A rotating quarter circle; the text next to it says what is going on. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 2.5A7.5 7.5 0 0 1 17.5 10" />
    </svg>
  );
}

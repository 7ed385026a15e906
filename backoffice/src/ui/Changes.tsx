import type { Change } from '../lib/compare.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Changes.module.css';

type ChangesProps = { changes: readonly Change[]; nameOf?: (name: string) => string };

/** The old value, struck through, and the new one. */
export function Changes({ changes, nameOf = (name) => name }: ChangesProps) {
  const { t } = useWords();
  if (changes.length === 0) return <span className={styles.none}>{t('ui.noChange')}</span>;
  return (
    <ul className={styles.list}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className={styles.name}>{nameOf(name)}</span>
          <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}

import { openSheet } from '../lib/sheets.ts';
import { useWords, Words } from '../lib/words.tsx';
import styles from './Session.module.css';

/** What going on means; both texts open in a sheet, because a visitor has no other way to them. */
export function LegalLine({ act }: { act: 'login' | 'register' }) {
  const { t } = useWords();
  const text = (name: 'terms' | 'privacy') => (
    <button type="button" onClick={() => openSheet(name)}>
      {t(`session.${name}`)}
    </button>
  );
  return (
    <p className={styles.legal}>
      <Words k={`session.${act}Terms`} terms={text('terms')} privacy={text('privacy')} />
    </p>
  );
}

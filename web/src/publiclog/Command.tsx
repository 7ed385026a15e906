import { useWords } from '../lib/words.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './PublicLog.module.css';

/** A command to copy. */
export function Command({ label, text }: { label: string; text: string }) {
  const { t } = useWords();
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton icon="copy" size={20} label={t('ui.copyOf', { what: label })} onClick={() => void copyText(text)} />
    </div>
  );
}

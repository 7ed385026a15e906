import { useState } from 'react';
import { shortHash } from '../lib/format.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Hash.module.css';
import { IconButton } from './IconButton.tsx';
import { showToast } from './toast.ts';

/** A hash or a key: short until it is tapped, then whole and ready to be copied. */
export function Hash({ value, label }: { value: string; label: string }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ kind: 'success', text: t('app.copied') });
    } catch {
      showToast({ kind: 'error', text: t('app.copyFailed', { text: value }) });
    }
  }
  return (
    <span className={styles.hash}>
      <button type="button" className={styles.text} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="vh">{label}</span>
        <code>{open ? value : shortHash(value)}</code>
      </button>
      {open && <IconButton icon="copy" size={18} quiet label={t('tape.copy', { what: label })} onClick={copy} />}
    </span>
  );
}

import { shortHash } from '@glasshouse/kit/format.ts';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { copyText } from './copy-text.ts';
import styles from './Hash.module.css';
import { IconButton } from './IconButton.tsx';

/** A hash or a key: shortened until it is tapped, then complete and ready to copy. */
export function Hash({ value, label }: { value: string; label: string }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.hash}>
      <button type="button" className={styles.text} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="vh">{label}</span>
        <code>{open ? value : shortHash(value)}</code>
      </button>
      {open && (
        <IconButton
          icon="copy"
          size={18}
          quiet
          label={t('ui.copyOf', { what: label })}
          onClick={() => void copyText(value)}
        />
      )}
    </span>
  );
}

import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './SearchField.module.css';

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A search box; its label is also its placeholder. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onChange('');
    input.current?.focus();
  }
  return (
    <search className={styles.search}>
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value && <IconButton icon="close" size={16} quiet label={t('ui.clear')} onClick={clear} />}
    </search>
  );
}

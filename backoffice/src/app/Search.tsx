import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useNavigate } from '@glasshouse/kit/router.tsx';
import { useRef, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Frame.module.css';

/** Finds users, cases, orders and payees from any page; the key / focuses it. */
export function Search() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <search className={styles.holder}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          navigate(`/search?q=${encodeURIComponent(text.trim())}`);
          setText('');
          input.current?.blur();
        }}
      >
        <Icon name="search" size={18} />
        <input
          ref={input}
          type="search"
          aria-label={t('app.search')}
          aria-keyshortcuts="/"
          placeholder={t('app.search')}
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}

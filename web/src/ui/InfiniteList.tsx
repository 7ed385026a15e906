import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './InfiniteList.module.css';

type InfiniteListProps = {
  children: ReactNode;
  /** There is another page. */
  more: boolean;
  loading: boolean;
  /** The last page failed to load; the list waits for the button instead of loading automatically. */
  failed?: boolean;
  onMore: () => void;
};

/** A list that loads more when its end comes near. A button does the same, and the end is marked. */
export function InfiniteList({ children, more, loading, failed = false, onMore }: InfiniteListProps) {
  const { t } = useWords();
  const end = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => onMore());
  const waits = more && !loading && !failed;
  useEffect(() => {
    if (!waits || !end.current) return;
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && ask(), {
      rootMargin: '0px 0px 400px',
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [waits]);
  return (
    <div aria-busy={loading}>
      {children}
      <div ref={end} className={styles.end}>
        {more ? (
          <Button kind="soft" small busy={loading} onClick={onMore}>
            {t(loading ? 'ui.loading' : failed ? 'ui.tryAgain' : 'ui.loadMore')}
          </Button>
        ) : (
          <p className={styles.nomore}>{t('ui.noMore')}</p>
        )}
      </div>
    </div>
  );
}

import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './OfflineStrip.module.css';

/** Below the header while the connection is lost; disappears silently. */
export function OfflineStrip({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  const { t } = useWords();
  return (
    <div className={styles.strip} role="status">
      <Icon name="offline" size={18} />
      <span className={styles.words}>{children}</span>
      {onRetry && (
        <button type="button" className={styles.act} onClick={onRetry}>
          {t('ui.retry')}
        </button>
      )}
    </div>
  );
}

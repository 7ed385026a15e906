import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Blank.module.css';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** The failure: "Quotes did not load". */
  title: ReactNode;
  /** The reason, as far as known, and what is safe. */
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean | undefined;
  /** The technical message. */
  detail?: string;
};

/** Something failed: what failed, what is safe, and one retry button. */
export function ErrorState({ title, text, onRetry, busy = false, detail }: ErrorStateProps) {
  const { t } = useWords();
  return (
    <div className={styles.blank} role="alert">
      <span className={styles.badge}>
        <Icon name="alert" />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button small {...(!busy && { icon: 'refresh' })} busy={busy} onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  );
}

type LoadFailedProps = Pick<ErrorStateProps, 'title' | 'text'> & {
  /** The failed query. */
  of: { error: unknown; isFetching?: boolean; refetch: () => unknown };
};

/** A query failed: the reason, as far as known, and a retry button. */
export const LoadFailed = ({ of: { error, isFetching, refetch }, ...words }: LoadFailedProps) => (
  <ErrorState {...words} detail={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
);

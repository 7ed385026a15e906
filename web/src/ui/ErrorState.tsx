import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Blank.module.css';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** What failed: "Quotes did not load". */
  title: ReactNode;
  /** Why, as far as it is known, and what is safe. */
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean | undefined;
  /** The technical sentence. */
  detail?: string;
};

/** Something did not work: what failed, what is safe, one retry. */
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
  /** What was asked for. */
  of: { error: unknown; isFetching?: boolean; refetch: () => unknown };
};

/** Something did not load: why, as far as it is known, and a button that asks for it again. */
export const LoadFailed = ({ of: { error, isFetching, refetch }, ...words }: LoadFailedProps) => (
  <ErrorState {...words} detail={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
);

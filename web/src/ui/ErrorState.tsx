import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Blank.module.css';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** What failed: "Quotes did not load". */
  title: ReactNode;
  /** Why, as far as it is known, and what is safe. */
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  /** The technical sentence and the code to quote to customer service. */
  detail?: string;
  reference?: string;
};

/** Something did not work: what failed, what is safe, one retry, a reference. */
export function ErrorState({ title, text, onRetry, busy = false, detail, reference }: ErrorStateProps) {
  const { t } = useWords();
  const small = [detail, reference && t('ui.reference', { code: reference })].filter(Boolean).join(' · ');
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
      {small && <p className={styles.detail}>{small}</p>}
    </div>
  );
}

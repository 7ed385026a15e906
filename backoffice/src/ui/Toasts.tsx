import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useSyncExternalStore } from 'react';
import { currentToast, dismissToast, watchToasts } from '../lib/toast.ts';
import styles from './Toasts.module.css';

/** The live region for outcomes. It exists before its text, so that screen readers announce it. */
export function Toasts() {
  const toast = useSyncExternalStore(watchToasts, currentToast);
  return (
    <div className={styles.place} role="status" aria-live={toast?.tone === 'error' ? 'assertive' : 'polite'}>
      {toast && (
        <button type="button" className={styles.toast} onClick={dismissToast}>
          <Icon name={toast.tone === 'ok' ? 'check' : 'alert'} size={18} />
          {toast.text}
        </button>
      )}
    </div>
  );
}

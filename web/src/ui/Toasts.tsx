import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toasts.module.css';
import { tellHeight } from './tell-height.ts';
import { currentToast, dismissToast, lastSpoken, type Toast, type ToastKind, watchToasts } from './toast.ts';

const words = { success: 'ui.success', error: 'ui.failed', loading: 'ui.loading', notice: 'ui.success' } as const;
const shownFor = 4000;
const passes = (kind: ToastKind) => kind === 'success' || kind === 'error';

/** Tells the sheets how high what lies above them is. */
const keepRoom = tellHeight('--gh-above', 16);

/** Where toasts appear. Inside the router, once; the regions are always there so that new text is read out. */
export function Toasts() {
  const toast = useSyncExternalStore(watchToasts, currentToast);
  const spoken = useSyncExternalStore(watchToasts, lastSpoken);
  const [held, setHeld] = useState(false);
  const id = toast && passes(toast.kind) ? toast.id : undefined;
  useEffect(() => {
    if (id === undefined || held) return;
    const timer = setTimeout(() => dismissToast(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, held]);
  const stays = toast?.kind === 'notice';
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  // Beside the sheets, not under them; and a sheet hides from screen readers all that is not named as live.
  return createPortal(
    <>
      <p className="vh" role="status" aria-live="polite">
        {spoken && <span key={spoken.id}>{spoken.text}</span>}
      </p>
      <div
        className={classes(styles.viewport, (stays || toast?.high) && styles.above)}
        ref={stays ? keepRoom : undefined}
        {...hold}
      >
        <div role="status" aria-live="polite">
          {toast && toast.kind !== 'error' && <Line key={toast.id} toast={toast} />}
        </div>
        <div role="alert" aria-live="assertive">
          {toast?.kind === 'error' && <Line key={toast.id} toast={toast} />}
        </div>
      </div>
    </>,
    document.body,
  );
}

function Line({ toast }: { toast: Toast }) {
  const { t } = useWords();
  const { id, kind, text = t(words[kind]), action } = toast;
  const act = () => {
    action?.onPress?.();
    dismissToast(id);
  };
  return (
    <div className={classes(styles.toast, kind === 'notice' && styles.notice)}>
      {kind === 'loading' && <Spinner />}
      {kind === 'success' && <Icon name="check" size={20} />}
      {kind === 'error' && <Icon name="alert" size={20} />}
      <span className={styles.words}>{text}</span>
      {action?.to !== undefined && (
        <Link className={styles.act} to={action.to} onClick={act}>
          {action.label}
        </Link>
      )}
      {action && action.to === undefined && (
        <button type="button" className={styles.act} onClick={act}>
          {action.label}
        </button>
      )}
      {kind === 'notice' && (
        <IconButton icon="close" size={16} quiet label={t('ui.close')} onClick={() => dismissToast(id)} />
      )}
    </div>
  );
}

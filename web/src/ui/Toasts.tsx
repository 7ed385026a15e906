import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toasts.module.css';
import { currentToast, dismissToast, lastSpoken, type Toast, type ToastKind, watchToasts } from './toast.ts';

/** Sets a custom property to the height of an element while it is rendered. */
const tellHeight = (name: `--gh-${string}`, beside = 0) =>
  function keepTelling(element: HTMLElement | null) {
    if (!element) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight + beside}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty(name);
    };
  };

const words = {
  success: 'ui.success',
  error: 'ui.failed',
  loading: 'ui.loading',
  notice: 'ui.success',
  result: 'ui.success',
} as const;
// milliseconds; the other kinds stay until they are dismissed
const shownFor: Partial<Record<ToastKind, number>> = { success: 4000, error: 4000, result: 8000 };

/** Sets the height of the toasts above a sheet, for the style sheets. */
const keepRoom = tellHeight('--gh-above', 16);

/**
 * Renders the toasts. Use it once, inside the router; its regions are always rendered so that new text is announced.
 */
export function Toasts() {
  const { t } = useWords();
  const toast = useSyncExternalStore(watchToasts, currentToast);
  const spoken = useSyncExternalStore(watchToasts, lastSpoken);
  const [held, setHeld] = useState(false);
  const { id, kind } = toast ?? {};
  const time = kind && shownFor[kind];
  useEffect(() => {
    if (time === undefined || held) return;
    const timer = setTimeout(() => dismissToast(id), time);
    return () => clearTimeout(timer);
  }, [id, time, held]);
  const stays = kind === 'notice';
  const comes = stays || kind === 'result';
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  // Rendered next to the sheets, not below them. A sheet hides everything from screen readers that isn't a live region.
  return createPortal(
    <>
      <p className="vh" role="status" aria-live="polite">
        {spoken && <span key={spoken.id}>{spoken.text}</span>}
      </p>
      <div
        className={classes(styles.viewport, (comes || toast?.high) && styles.above)}
        ref={stays ? keepRoom : undefined}
        {...hold}
      >
        <div role="status" aria-live="polite">
          {toast && kind !== 'error' && kind !== 'result' && <Line key={toast.id} toast={toast} />}
        </div>
        <div role="alert" aria-live="assertive">
          {toast && kind === 'error' && <Line key={toast.id} toast={toast} />}
        </div>
        {toast && kind === 'result' && (
          <section aria-label={t('app.newResults', { count: 1 })}>
            <Line key={toast.id} toast={toast} />
          </section>
        )}
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
    <div className={classes(styles.toast, kind === 'notice' && styles.notice, kind === 'result' && styles.result)}>
      {kind === 'loading' && <Spinner />}
      {kind === 'success' && <Icon name="check" size={20} />}
      {kind === 'error' && <Icon name="alert" size={20} />}
      {kind === 'result' && <Icon name="contract" size={20} />}
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
      {(kind === 'notice' || kind === 'result') && (
        <IconButton icon="close" size={16} quiet label={t('ui.close')} onClick={() => dismissToast(id)} />
      )}
    </div>
  );
}

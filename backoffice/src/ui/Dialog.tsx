import { classes } from '@glasshouse/kit/classes.ts';
import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type DialogProps = { title: ReactNode; onClose: () => void; wide?: boolean; children: ReactNode };

const field = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)';

/** Covers the page until it is answered, and traps the focus. The focus starts in the first field and returns to the opener. */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const { t } = useWords();
  const element = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  // A layout effect, because the browser returns the focus only from a dialog that is still on the page.
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    body.current?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true });
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <SimulatedMark>{t('simulated.pill')}</SimulatedMark>
        <IconButton icon="close" label={t('ui.close')} onClick={onClose} />
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
    </dialog>
  );
}

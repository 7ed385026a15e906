import { classes } from '@glasshouse/kit/classes.ts';
import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type DialogProps = { title: ReactNode; onClose: () => void; wide?: boolean; children: ReactNode };

/** Over the page until it is answered: the browser traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const { t } = useWords();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
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
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

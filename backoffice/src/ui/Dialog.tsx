import { classes } from '@glasshouse/kit/classes.ts';
import { SimulatedMark } from '@glasshouse/kit/SimulatedMark.tsx';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type DialogProps = { title: ReactNode; onClose: () => void; wide?: boolean; children: ReactNode };

const field = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)';

/** Text that takes effort to type again: not a password or a code. */
const isText = (element: EventTarget): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    ['text', 'email', 'search', 'url'].includes(element.type) &&
    element.autocomplete !== 'one-time-code');

/** The typed text that would be lost by closing. */
function useTyped() {
  const typed = useRef(new Set<HTMLInputElement | HTMLTextAreaElement>());
  return {
    note: ({ target }: { target: EventTarget }) => {
      if (isText(target)) typed.current.add(target);
    },
    isThere: () => [...typed.current].some((each) => each.isConnected && each.value.trim() !== ''),
  };
}

/**
 * Covers the page until it is answered, and traps the focus. Asks before closing discards typed text. The focus starts
 * in the first field and returns to the opener.
 */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const { t } = useWords();
  const element = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const typed = useTyped();
  const [asking, setAsking] = useState(false);
  const close = () => (typed.isThere() ? setAsking(true) : onClose());
  // Escape twice in a row would close the dialog without asking, so the first one doesn't reach the browser.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    if (asking) setAsking(false);
    else close();
  };
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
        close();
      }}
      onKeyDown={onKeyDown}
      onInput={typed.note}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <SimulatedMark>{t('simulated.pill')}</SimulatedMark>
        <IconButton icon="close" label={t('ui.close')} onClick={close} />
      </div>
      {asking && (
        <div className={styles.ask} role="alert">
          <b>{t('ui.discard')}</b>
          <Button autoFocus onClick={() => setAsking(false)}>
            {t('ui.discardNo')}
          </Button>
          <Button kind="error" onClick={onClose}>
            {t('ui.discardYes')}
          </Button>
        </div>
      )}
      <div ref={body} className={styles.body}>
        {children}
      </div>
    </dialog>
  );
}

import { Drawer } from '@base-ui/react/drawer';
import { classes } from '@glasshouse/kit/classes.ts';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useLayer } from '../lib/layers.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Sheet.module.css';
import { SimulatedPill } from './SimulatedPill.tsx';

const focusable = 'a[href], :is(button, input, select, textarea):enabled, summary, [tabindex]:not([tabindex="-1"])';

/** Makes a scrolling element focusable while it overflows and contains nothing else to focus. Otherwise no key could scroll it. */
function scrollByKeyboard(element: HTMLElement | null) {
  if (!element) return;
  const update = () => {
    const isNeeded = element.scrollHeight > element.clientHeight && !element.querySelector(focusable);
    if (isNeeded) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const resized = new ResizeObserver(update);
  resized.observe(element);
  const changed = new MutationObserver(update);
  changed.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays visible below the scrolling part. */
  footer?: ReactNode;
  /** Changes when other buttons take the place of those in the footer. */
  stage?: string;
  /** The pill is inert in the sheet that it opens. */
  stillPill?: boolean;
  /** The element that gets the focus on opening, instead of the first one. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The element that gets the focus on closing if the opener is gone; otherwise the opener gets it. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

const settleDelay = 500; // milliseconds

/** A second tap on the opener would hit a button that is now at its place. So the footer ignores taps at first, and when its buttons change. */
function Footer({ stage, children }: { stage: string; children: ReactNode }) {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setReady(stage), settleDelay);
    return () => clearTimeout(timer);
  }, [stage]);
  return <footer className={classes(styles.footer, ready !== stage && styles.early)}>{children}</footer>;
}

/** A panel from the bottom edge. It closes by its button, Escape, Back, a tap outside or a swipe down. */
export function Sheet({
  open,
  onClose,
  title,
  children,
  footer,
  stage = '',
  stillPill = false,
  initialFocus,
  finalFocus,
}: SheetProps) {
  const { t } = useWords();
  useLayer(open, onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.scrim} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup
            className={styles.sheet}
            {...(initialFocus && { initialFocus })}
            {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
          >
            <header className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <SimulatedPill still={stillPill} />
              <Drawer.Close render={<IconButton icon="close" size={20} label={t('ui.close')} />} />
            </header>
            <Drawer.Content ref={scrollByKeyboard} className={styles.content}>
              {children}
            </Drawer.Content>
            {footer && <Footer stage={stage}>{footer}</Footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

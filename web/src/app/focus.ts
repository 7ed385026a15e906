import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A link that led here is gone with its page, and the focus with it: the new page's heading takes it. */
export function takeFocus(): void {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.checkVisibility()) return;
  const heading = [...document.querySelectorAll<HTMLElement>('h1')].find((each) => each.checkVisibility());
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** Beside a page whose code may come after its address: takes the focus once the page is there. */
export function TakesFocus() {
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirst) takeFocus();
  }, [isFirst]);
  return null;
}

import { useEffect, useLayoutEffect } from 'react';

/** Moves the focus to the page's heading when the focused element is gone. */
export function takeFocus(): void {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.checkVisibility()) return;
  const heading = [...document.querySelectorAll<HTMLElement>('h1')].find((each) => each.checkVisibility());
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** For a part of a page that disappears, with the button that was pressed in it, once its work is done. */
export const useHandsOnFocus = (): void => useEffect(() => takeFocus, []);

/** For parts that disappear on their own, such as a page's skeleton: moves the focus only if it was inside. */
export const useHandsOnOwnFocus = (): void =>
  useLayoutEffect(
    () => () => {
      if (document.activeElement !== document.body) queueMicrotask(takeFocus);
    },
    [],
  );

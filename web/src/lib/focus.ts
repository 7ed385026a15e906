import { useEffect, useLayoutEffect } from 'react';

/** What had the focus is gone, and the focus with it: the heading of what is shown takes it. */
export function takeFocus(): void {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.checkVisibility()) return;
  const heading = [...document.querySelectorAll<HTMLElement>('h1')].find((each) => each.checkVisibility());
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** For a part of a page that goes once it has done its work, with the button that was pressed in it. */
export const useHandsOnFocus = (): void => useEffect(() => takeFocus, []);

/** For what makes room by itself, like the skeleton of a page: only a focus that was in it moves on. */
export const useHandsOnOwnFocus = (): void =>
  useLayoutEffect(
    () => () => {
      if (document.activeElement !== document.body) queueMicrotask(takeFocus);
    },
    [],
  );

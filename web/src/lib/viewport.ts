import { useSyncExternalStore } from 'react';

/**
 * How much room the window has, as the style sheets measure it (ui/base.css): on a `phone` the sections stand under the page, on a
 * `tablet` and a `desk` beside it, and a `desk` shows what a phone keeps on other pages.
 */
type Room = 'phone' | 'tablet' | 'desk';

const tablet = window.matchMedia('(min-width: 48rem) and (min-height: 481px)');
const desk = window.matchMedia('(min-width: 64rem) and (min-height: 481px)');

// Where the text size is changed meanwhile, browsers say so with the next change of the window.
const changes: [EventTarget, string][] = [
  [tablet, 'change'],
  [desk, 'change'],
  [window, 'resize'],
];

function subscribe(wake: () => void) {
  for (const [of, name] of changes) of.addEventListener(name, wake);
  return () => {
    for (const [of, name] of changes) of.removeEventListener(name, wake);
  };
}
const roomNow = (): Room => (desk.matches ? 'desk' : tablet.matches ? 'tablet' : 'phone');

export const useViewport = (): Room => useSyncExternalStore(subscribe, roomNow);

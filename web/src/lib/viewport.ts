import { useSyncExternalStore } from 'react';

/**
 * The size class of the window, matching the style sheets (ui/base.css). On a `phone` the sections are below the page,
 * on a `tablet` and a `desk` next to it. A `desk` shows content that a phone has on other pages.
 */
type Room = 'phone' | 'tablet' | 'desk';

const tablet = window.matchMedia('(min-width: 48rem) and (min-height: 481px)');
const desk = window.matchMedia('(min-width: 64rem) and (min-height: 481px)');

// When the text size changes, browsers report it only with the next window change.
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

import { useLayoutEffect, useRef } from 'react';

// A letter means nothing to a box that is ticked, and that is where the focus is when the last check is done.
const taking = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog';
const typing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest(taking) !== null;

/** Single keys that act on the page; they rest while someone types, holds Ctrl, Alt or Meta, or moves within a row of choices. */
export function useKeys(acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  latest.current = acts;
  // Before the page is painted, so that a key pressed at once counts.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

import { useLayoutEffect, useRef } from 'react';

// Check boxes and radio buttons ignore letters, and the focus is often on the last check.
const taking = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog';
const typing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest(taking) !== null;

/**
 * Single keys that act on the page. They do nothing while the operator types, holds Ctrl, Alt or Meta, or moves within
 * a row of choices.
 */
export function useKeys(acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  latest.current = acts;
  // A layout effect, so that a key pressed right after the page appears works.
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

import { type KeyboardEvent, useRef } from 'react';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Makes a row of choices one tab stop; the arrow keys, Home and End move and choose. */
export function useRoving<V extends string>(values: readonly V[], value: V, onChange: (value: V) => void) {
  const row = useRef<HTMLDivElement>(null);
  const at = Math.max(0, values.indexOf(value));

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    const last = values.length - 1;
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : step && (at + step + last + 1) % (last + 1);
    if (next === undefined) return;
    event.preventDefault();
    onChange(values[next]!);
    row.current?.querySelectorAll<HTMLElement>('[data-choice]')[next]?.focus();
  }

  return { row, onKeyDown, tabIndexOf: (choice: V) => (choice === values[at] ? 0 : -1) };
}

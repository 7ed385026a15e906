import { useEffect, useEffectEvent } from 'react';
import { isCovered } from './layers.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

/**
 * The letter, digit or question mark that was pressed; undefined for anything else, for a key that is held, and with a modifier.
 * A keyboard of another alphabet, or with its digits above other signs, is read by the place of the key.
 */
export function keyOf({ key, code, ctrlKey, altKey, metaKey, repeat }: Pressed): string | undefined {
  if (ctrlKey || altKey || metaKey || repeat) return undefined;
  if (/^[a-z0-9?]$/i.test(key)) return key.toLowerCase();
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase();
}

const typed = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';
export const isTyping = () => document.activeElement?.matches(typed) === true;

/** Single keys for what the page can do; not while something is typed, and not under a sheet. */
export function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[keyOf(event) ?? ''];
    if (!act || event.defaultPrevented || isTyping() || isCovered()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}

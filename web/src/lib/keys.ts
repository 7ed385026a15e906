import { useEffect, useEffectEvent } from 'react';
import { isCovered } from './layers.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

/**
 * The letter, digit or question mark that was pressed. Returns `undefined` for any other key, a held key, or one with a
 * modifier. On keyboards of another alphabet, or with digits on the shifted level, the key's position decides.
 */
export function keyOf({ key, code, ctrlKey, altKey, metaKey, repeat }: Pressed): string | undefined {
  if (ctrlKey || altKey || metaKey || repeat) return undefined;
  if (/^[a-z0-9?]$/i.test(key)) return key.toLowerCase();
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase();
}

const typed = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';
export const isTyping = () => document.activeElement?.matches(typed) === true;

/** Binds single keys to actions of the page. Inactive while the user is typing, and while a sheet is open. */
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

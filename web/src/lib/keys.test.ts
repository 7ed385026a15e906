import { expect, test } from 'vitest';
import { keyOf } from './keys.ts';

const press = (key: string, code: string, held = {}) =>
  keyOf({ key, code, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...held });

test('a letter key is recognized by its letter, in either case and on any layout', () => {
  expect(press('b', 'KeyB')).toBe('b');
  expect(press('B', 'KeyB')).toBe('b');
  // On Dvorak, B is where QWERTY has N.
  expect(press('b', 'KeyN')).toBe('b');
  expect(press('?', 'Slash')).toBe('?');
  expect(press('1', 'Numpad1')).toBe('1');
});

test('keys of other alphabets, and digits typed with Shift, are recognized by position', () => {
  expect(press('и', 'KeyB')).toBe('b');
  expect(press('ы', 'KeyS')).toBe('s');
  expect(press('&', 'Digit1')).toBe('1');
});

test('modifiers, held keys and all other keys are ignored', () => {
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'repeat'])
    expect(press('b', 'KeyB', { [held]: true })).toBeUndefined();
  for (const key of ['Enter', 'Escape', 'Tab', ' ', 'F5', 'Dead']) expect(press(key, key)).toBeUndefined();
});

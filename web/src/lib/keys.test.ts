import { expect, test } from 'vitest';
import { keyOf } from './keys.ts';

const press = (key: string, code: string, held = {}) =>
  keyOf({ key, code, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...held });

test('a key is known by its letter, whatever its case and its place', () => {
  expect(press('b', 'KeyB')).toBe('b');
  expect(press('B', 'KeyB')).toBe('b');
  // Dvorak has B where others have N.
  expect(press('b', 'KeyN')).toBe('b');
  expect(press('?', 'Slash')).toBe('?');
  expect(press('1', 'Numpad1')).toBe('1');
});

test('keyboards of other alphabets, and with digits above other signs, are read by place', () => {
  expect(press('и', 'KeyB')).toBe('b');
  expect(press('ы', 'KeyS')).toBe('s');
  expect(press('&', 'Digit1')).toBe('1');
});

test('a modifier, a key that is held, and all other keys do nothing', () => {
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'repeat'])
    expect(press('b', 'KeyB', { [held]: true })).toBeUndefined();
  for (const key of ['Enter', 'Escape', 'Tab', ' ', 'F5', 'Dead']) expect(press(key, key)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { matchPath } from './router.tsx';

test('an address matches its pattern, with or without a trailing slash, and returns the parameters', () => {
  expect(matchPath('/records', '/records')).toEqual({});
  expect(matchPath('/records', '/records//')).toEqual({});
  expect(matchPath('/records/:id', '/records/a%20b')).toEqual({ id: 'a b' });
  expect(matchPath('/records/:id', '/records/100%')).toEqual({ id: '100%' });
  expect(matchPath('/', '/')).toEqual({});
});

test('an address that is longer, shorter, in another case, or lacks a parameter does not match', () => {
  for (const other of ['/records/1/2', '/', '/Records/1', '/records', '/records/', '//records/1'])
    expect(matchPath('/records/:id', other), other).toBeUndefined();
  expect(matchPath('/a.b', '/axb')).toBeUndefined();
});

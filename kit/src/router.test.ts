import { expect, test } from 'vitest';
import { matchPath } from './router.tsx';

test('an address matches its own pattern, with or without a slash at its end, and gives what the pattern leaves open', () => {
  expect(matchPath('/records', '/records')).toEqual({});
  expect(matchPath('/records', '/records//')).toEqual({});
  expect(matchPath('/records/:id', '/records/a%20b')).toEqual({ id: 'a b' });
  expect(matchPath('/records/:id', '/records/100%')).toEqual({ id: '100%' });
  expect(matchPath('/', '/')).toEqual({});
});

test('another address does not match: longer, shorter, in other letters, or with nothing where something belongs', () => {
  for (const other of ['/records/1/2', '/', '/Records/1', '/records', '/records/', '//records/1'])
    expect(matchPath('/records/:id', other), other).toBeUndefined();
  expect(matchPath('/a.b', '/axb')).toBeUndefined();
});

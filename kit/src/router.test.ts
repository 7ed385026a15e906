import { afterEach, expect, test, vi } from 'vitest';
import { matchPath, ownAddress, useNavigate } from './router.tsx';

const at = 'https://glasshouse.example/records';
const inApp = [
  '/home',
  '?tab=open',
  '#end',
  'one/two',
  '/records?to=//host',
  '/%09/host',
  `${new URL(at).origin}/home`,
];
const outside = [
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,x',
  'blob:https://glasshouse.example/1',
  '//host',
  '/\\host',
  '/\t/host',
  'https://host',
  'https://glasshouse.example.host/',
  'https://glasshouse.example:444/',
  'http://',
];

function openAt(): { pushed: string[] } {
  const pushed: string[] = [];
  vi.stubGlobal('window', { location: new URL(at) });
  vi.stubGlobal('history', { state: null, pushState: (_: unknown, __: string, to: string) => pushed.push(to) });
  return { pushed };
}
afterEach(() => void vi.unstubAllGlobals());

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

test('only addresses of the app are pages of it, as the browser reads them', () => {
  openAt();
  for (const to of inApp) expect(ownAddress(to), to).toMatch(/^https:\/\/glasshouse\.example\//);
  for (const to of outside) expect(ownAddress(to), to).toBeUndefined();
});

test('navigating out of the app is refused, and changes no address', () => {
  const { pushed } = openAt();
  const navigate = useNavigate();
  for (const to of outside) expect(() => navigate(to), to).toThrow('not a page of this app');
  expect(pushed).toEqual([]);
  navigate('/home');
  expect(pushed).toEqual(['https://glasshouse.example/home']);
});

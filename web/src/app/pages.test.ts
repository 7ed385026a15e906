import { expect, test } from 'vitest';
import { pages, tabs } from './pages.ts';

test('the back arrow of every page leads to another page', () => {
  const paths = new Set([...tabs, ...pages].map(({ path }) => path));
  const lost = pages.filter(({ path, parent }) => parent === path || !paths.has(parent)).map(({ path }) => path);
  expect(lost).toEqual([]);
});

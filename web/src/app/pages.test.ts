import { readFileSync } from 'node:fs';
import { locales } from '@glasshouse/protocol/locales';
import { expect, test } from 'vitest';
import { pages, tabs } from './pages.ts';

test('the back arrow of every page leads to another page', () => {
  const paths = new Set([...tabs, ...pages].map(({ path }) => path));
  const lost = pages.filter(({ path, parent }) => parent === path || !paths.has(parent)).map(({ path }) => path);
  expect(lost).toEqual([]);
});

test('the boot script requests the words of every landing page in every language', () => {
  const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');
  for (const path of ['/home', '/market', '/contract', '/shared']) {
    const requested = new RegExp(`'${path}': {\\s*words: \\[([^\\]]*)`).exec(boot)?.[1]?.match(/\w+/g);
    const { words } = [...tabs, ...pages].find((page) => page.path === path)!;
    expect(requested?.toSorted(), path).toEqual([...new Set(words)].toSorted());
  }
  for (const locale of locales) expect(boot).toContain(locale);
});

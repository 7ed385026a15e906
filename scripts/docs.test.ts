import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { missingIn, testFiles } from './coverage.ts';
import { drawMoney } from './draw-money.ts';
import { root } from './run.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })];
const tests = testFiles();

test.each(pages)('%s names only tests, drills and files that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  expect(missingIn(text, tests)).toEqual([]);
  const drills = [...text.matchAll(/`(?:npm run )?(chaos|bench) (?:-- )?(\w+)`/g)].map(
    ([, kind, name]) => `${kind}/${name}.ts`,
  );
  expect(drills.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const linked = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
  const here = linked.filter((path) => !/^[a-z]+:/.test(path));
  expect(here.filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([]);
});

test('docs/money.md is drawn from the arrows that are in use', () => {
  expect(readFileSync(join(root, 'docs/money.md'), 'utf8')).toBe(drawMoney());
});

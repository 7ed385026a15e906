import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, testFiles, testsIn } from './coverage.ts';
import { root } from './run.ts';

const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

test('each line of docs/coverage.md names tests that are there, or says that it is not built yet', () => {
  expect(testsIn(page).length).toBeGreaterThan(150);
  expect(faultsOf(page, testFiles())).toEqual([]);
});

test('a test that is gone, a line without one, and one that only seems to have one are named', () => {
  const files = ['server/src/a/limits.test', 'e2e/office-users.e2e'];
  const table = (...rows: string[]) => ['| specification | where | shown by |', '|---|---|---|', ...rows].join('\n');
  expect(faultsOf(table('| A | `a.ts` | `limits.test`, `a/limits.test.ts` (twice) |'), files)).toEqual([]);
  expect(faultsOf(table('| A | not built yet | frame |'), files)).toEqual([]);
  expect(faultsOf(table('| A | `a.ts` | `office-{users,site}.e2e` |'), files)).toEqual([
    'line 3: there is no office-site.e2e',
  ]);
  expect(faultsOf(table('| A | `b/limits.test` | `a/limits.test` |'), files)).toEqual([
    'line 3: there is no b/limits.test',
  ]);
  for (const shown of ['later', '', '`chaos tape`', 'limits.test'])
    expect(faultsOf(table(`| A | \`limits.test\` | ${shown} |`), files), shown).toEqual([
      'line 3: no test shows "A", and it does not say "not built yet"',
    ]);
  expect(faultsOf(table('| A |'), files)).toHaveLength(1);
  expect(faultsOf('In a sentence: `nothing.e2e`.', files)).toEqual(['line 1: there is no nothing.e2e']);
});

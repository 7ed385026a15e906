import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, linesOf, testFiles, testsIn, unmatchedIn } from './coverage.ts';
import { root } from './run.ts';

const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');

test('each line of the specification has a row, and each row names tests that exist', () => {
  expect(linesOf(specification).length).toBeGreaterThan(90);
  expect(unmatchedIn(page, specification)).toEqual([]);
  expect(testsIn(page).length).toBeGreaterThan(150);
  expect(faultsOf(page, testFiles())).toEqual([]);
});

const table = (...rows: string[]) => ['| specification | where | shown by |', '|---|---|---|', ...rows].join('\n');

test('lines without a row and rows for missing lines are reported', () => {
  const asked =
    '# Title\nAbout\n\n## 1. First\n\nA line\n- and one\n\n## 2. Second\n| a | b |\n|---|---|\n| c | d |\n| e | f |';
  expect(linesOf(asked)).toEqual(['1.1', '1.2', '2.1', '2.2']);
  const row = (about: string) => `| ${about} | here | \`a.test\` |`;
  expect(unmatchedIn(table(row('1.1, 1.2 A line'), row('2.1-2.2 All of it'), row('ours')), asked)).toEqual([]);
  expect(unmatchedIn(`Lines that ask for nothing: 1.1, 2.2.\n${table(row('1.2 One'))}`, asked)).toEqual([
    'no row is about 2.1',
  ]);
  expect(unmatchedIn(table(row('1.1-1.3 A line'), row('2.1, 2.2 c')), asked)).toEqual(['the specification has no 1.3']);
  // Numbers in the middle of a sentence or in a row's other cells do not count.
  expect(unmatchedIn(table(row('1.1, 1.2 A'), row('2.1 b'), '| about 2.2 | 2.2 | `a.test` 2.2 |'), asked)).toEqual([
    'no row is about 2.2',
  ]);
});

test('missing tests and rows without a test are reported', () => {
  const files = ['server/src/a/limits.test', 'e2e/office-users.e2e'];
  expect(faultsOf(table('| A | `run.ts` | `limits.test`, `a/limits.test.ts` (twice) |'), files)).toEqual([]);
  expect(faultsOf(table('| A | `run.ts` | `office-{users,site}.e2e` |'), files)).toEqual([
    'line 3: there is no office-site.e2e',
  ]);
  expect(faultsOf(table('| A | `b/limits.test` | `a/limits.test` |'), files)).toEqual([
    'line 3: there is no b/limits.test',
  ]);
  for (const shown of ['later', '', '`chaos tape`', 'limits.test', 'not built yet'])
    expect(faultsOf(table(`| A | \`limits.test\` | ${shown} |`), files), shown).toEqual(['line 3: no test shows "A"']);
  expect(faultsOf(table('| A |'), files)).toHaveLength(1);
  expect(faultsOf('In a sentence: `nothing.e2e`.', files)).toEqual(['line 1: there is no nothing.e2e']);
});

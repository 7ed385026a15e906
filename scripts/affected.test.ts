import { expect, test } from 'vitest';
import { affectedTests, readImporters } from './affected.ts';

const tests = [
  'scripts/docs.test.ts',
  'protocol/src/money.test.ts',
  'server/src/money/vip/vip.test.ts',
  'server/src/money/vip/limits.test.ts',
  'server/src/money/transfers/transfers.test.ts',
  'server/src/site/site/site.test.ts',
  'server/src/roles/books.test.ts',
];
const importers = new Map([
  ['protocol/src/money.ts', ['protocol/src/money.test.ts', 'server/src/money/vip/vip.ts']],
  ['server/src/money/vip/vip.ts', ['server/src/roles/routes.ts', 'server/src/money/transfers/transfers.ts']],
  ['server/src/money/ledger/ledger.ts', ['server/src/roles/books.test.ts']],
  ['server/src/roles/routes.ts', ['server/test/world.ts']],
  ['server/test/world.ts', tests],
]);
const affected = (...changed: string[]) => affectedTests(changed, importers, tests);

test('a changed domain affects its own tests and those of the domains that import it', () => {
  expect(affected('server/src/money/vip/vip.ts')).toEqual([
    'scripts/docs.test.ts', // reads the entire tree
    'server/src/money/vip/vip.test.ts',
    'server/src/money/vip/limits.test.ts',
    'server/src/money/transfers/transfers.test.ts',
  ]);
});

test('a change affects every file that imports it, directly or not', () => {
  expect(affected('protocol/src/money.ts')).toContain('server/src/money/transfers/transfers.test.ts');
  expect(affected('protocol/src/money.ts')).not.toContain('server/src/site/site/site.test.ts');
});

test('a test of a role runs when it imports a changed file', () => {
  expect(affected('server/src/money/ledger/ledger.ts')).toContain('server/src/roles/books.test.ts');
});

test('imports between the packages of this repository are found', async () => {
  const real = await readImporters();
  expect(real.get('protocol/src/money.ts')).toContain('server/src/money/vip/vip.ts');
  expect(real.get('server/src/money/ledger/ledger.ts')).toContain('server/src/roles/books.test.ts');
});

test('a changed test runs alone, not with its domain', () => {
  expect(affected('server/src/money/vip/vip.test.ts')).toEqual([
    'scripts/docs.test.ts',
    'server/src/money/vip/vip.test.ts',
  ]);
});

test.each([
  'server/migrations/0001_start.sql',
  'server/test/world.ts',
  'server/test/accounts.ts',
  'server/src/roles/routes.ts',
  'package.json',
])('a change of %s can affect every test', (file) => {
  expect(affected(file)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { affectedTests } from './affected.ts';

const tests = [
  'scripts/docs.test.ts',
  'protocol/src/money.test.ts',
  'server/src/vip/vip.test.ts',
  'server/src/vip/limits.test.ts',
  'server/src/transfers/transfers.test.ts',
  'server/src/site/site.test.ts',
];
const importers = new Map([
  ['protocol/src/money.ts', ['protocol/src/money.test.ts', 'server/src/vip/vip.ts']],
  ['server/src/vip/vip.ts', ['server/src/roles/routes.ts', 'server/src/transfers/transfers.ts']],
  ['server/src/roles/routes.ts', ['server/test/world.ts']],
  ['server/test/world.ts', tests],
]);
const affected = (...changed: string[]) => affectedTests(changed, importers, tests);

test('a changed domain affects its own tests and those of the domains that import it', () => {
  expect(affected('server/src/vip/vip.ts')).toEqual([
    'scripts/docs.test.ts', // looks at the whole tree
    'server/src/vip/vip.test.ts',
    'server/src/vip/limits.test.ts',
    'server/src/transfers/transfers.test.ts',
  ]);
});

test('a change spreads through every file that imports it', () => {
  expect(affected('protocol/src/money.ts')).toContain('server/src/transfers/transfers.test.ts');
  expect(affected('protocol/src/money.ts')).not.toContain('server/src/site/site.test.ts');
});

test('a changed test runs itself, not its whole domain', () => {
  expect(affected('server/src/vip/vip.test.ts')).toEqual(['scripts/docs.test.ts', 'server/src/vip/vip.test.ts']);
});

test.each(['server/migrations/0001_start.sql', 'server/test/world.ts', 'server/src/roles/routes.ts', 'package.json'])(
  'a change of %s can affect every test',
  (file) => {
    expect(affected(file)).toBeUndefined();
  },
);

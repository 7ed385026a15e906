import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const config = require('../.dependency-cruiser.cjs') as IConfiguration;
const areas = require('../server/areas.json') as Record<string, string[][]>;

/** The violations in a small tree with these files. */
async function violations(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'structure-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0]!))];
  const { forbidden = [], options } = config;
  const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true, baseDir: tree });
  rmSync(tree, { recursive: true });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}
const empty = 'export const x = 1;\n';
const imports = (path: string) => `import { x } from '${path}';\nexport const y = x;\n`;

// A misconfigured check passes everything, so each rule is shown to fail once.
test.each([
  [
    'platform-knows-no-business',
    'server/src/platform/database/a.ts',
    '../../people/session/session.ts',
    'server/src/people/session/session.ts',
  ],
  [
    'site-imports-lower-areas',
    'server/src/site/site/a.ts',
    '../../people/people/people.ts',
    'server/src/people/people/people.ts',
  ],
  [
    'evidence-imports-lower-areas',
    'server/src/evidence/market/a.ts',
    '../../money/ledger/ledger.ts',
    'server/src/money/ledger/ledger.ts',
  ],
  [
    'people-imports-lower-areas',
    'server/src/people/session/a.ts',
    '../../money/assets/assets.ts',
    'server/src/money/assets/assets.ts',
  ],
  [
    'staff-imports-lower-areas',
    'server/src/staff/appeals/a.ts',
    '../../money/ledger/ledger.ts',
    'server/src/money/ledger/ledger.ts',
  ],
  [
    'money-imports-lower-areas',
    'server/src/money/deposits/a.ts',
    '../../trading/orders/orders.ts',
    'server/src/trading/orders/orders.ts',
  ],
  [
    'trading-imports-lower-areas',
    'server/src/trading/spot/a.ts',
    '../../console/backoffice/backoffice.ts',
    'server/src/console/backoffice/backoffice.ts',
  ],
  [
    'console-imports-lower-areas',
    'server/src/console/backoffice/a.ts',
    '../../roles/products.ts',
    'server/src/roles/products.ts',
  ],
  [
    'site-site-imports-earlier-rows',
    'server/src/site/site/a.ts',
    '../review/review.ts',
    'server/src/site/review/review.ts',
  ],
  [
    'evidence-beacon-imports-earlier-rows',
    'server/src/evidence/beacon/a.ts',
    '../market/market.ts',
    'server/src/evidence/market/market.ts',
  ],
  [
    'evidence-beacon-imports-earlier-rows',
    'server/src/evidence/beacon/a.ts',
    '../publiclog/publiclog.ts',
    'server/src/evidence/publiclog/publiclog.ts',
  ],
  [
    'people-factors-imports-earlier-rows',
    'server/src/people/people/a.ts',
    '../session/session.ts',
    'server/src/people/session/session.ts',
  ],
  [
    'people-security-imports-earlier-rows',
    'server/src/people/security/a.ts',
    '../credit/credit.ts',
    'server/src/people/credit/credit.ts',
  ],
  [
    'people-session-imports-earlier-rows',
    'server/src/people/session/a.ts',
    '../identity/identity.ts',
    'server/src/people/identity/identity.ts',
  ],
  [
    'staff-operators-imports-earlier-rows',
    'server/src/staff/operators/a.ts',
    '../appeals/appeals.ts',
    'server/src/staff/appeals/appeals.ts',
  ],
  [
    'money-ledger-imports-earlier-rows',
    'server/src/money/ledger/a.ts',
    '../movements/movements.ts',
    'server/src/money/movements/movements.ts',
  ],
  [
    'money-movements-imports-earlier-rows',
    'server/src/money/movements/a.ts',
    '../assets/assets.ts',
    'server/src/money/assets/assets.ts',
  ],
  ['money-assets-imports-earlier-rows', 'server/src/money/assets/a.ts', '../vip/vip.ts', 'server/src/money/vip/vip.ts'],
  [
    'money-deposits-imports-earlier-rows',
    'server/src/money/deposits/a.ts',
    '../withdrawals/withdrawals.ts',
    'server/src/money/withdrawals/withdrawals.ts',
  ],
  [
    'trading-orders-imports-earlier-rows',
    'server/src/trading/orders/a.ts',
    '../contracts/contracts.ts',
    'server/src/trading/contracts/contracts.ts',
  ],
  [
    'trading-contracts-imports-earlier-rows',
    'server/src/trading/contracts/a.ts',
    '../options/options.ts',
    'server/src/trading/options/options.ts',
  ],
  [
    'trading-records-imports-earlier-rows',
    'server/src/trading/records/a.ts',
    '../shares/shares.ts',
    'server/src/trading/shares/shares.ts',
  ],
  [
    'one-door-per-domain',
    'server/src/people/session/session.ts',
    '../../site/site/sql.ts',
    'server/src/site/site/sql.ts',
  ],
  ['roles-take-doors-routes-and-jobs', 'server/src/roles/api.ts', '../site/site/sql.ts', 'server/src/site/site/sql.ts'],
  ['protocol-imports-zod-and-noble-only', 'protocol/src/a.ts', '../../server/src/main.ts', 'server/src/main.ts'],
  ['web-and-server-meet-in-the-protocol', 'web/src/home/a.ts', '../../../server/src/main.ts', 'server/src/main.ts'],
  ['web-domains-never-import-each-other', 'web/src/home/a.ts', '../market/b.ts', 'web/src/market/b.ts'],
  ['web-domains-never-import-each-other', 'web/src/home/a.ts', '../app/b.ts', 'web/src/app/b.ts'],
  ['web-domains-never-import-each-other', 'web/src/specimens/a.ts', '../home/b.ts', 'web/src/home/b.ts'],
  ['app-and-console-meet-in-the-kit', 'backoffice/src/users/a.ts', '../../../web/src/home/b.ts', 'web/src/home/b.ts'],
  ['app-and-console-meet-in-the-kit', 'web/src/home/a.ts', '../../../backoffice/src/ui/b.ts', 'backoffice/src/ui/b.ts'],
  ['kit-knows-no-app', 'kit/src/a.ts', '../../web/src/lib/b.ts', 'web/src/lib/b.ts'],
  ['server-imports-no-web', 'server/src/main.ts', '../../kit/src/a.ts', 'kit/src/a.ts'],
  ['console-domains-never-import-each-other', 'backoffice/src/users/a.ts', '../site/b.ts', 'backoffice/src/site/b.ts'],
  ['console-ui-and-lib-are-below-domains', 'backoffice/src/ui/a.ts', '../site/b.ts', 'backoffice/src/site/b.ts'],
  ['web-ui-is-below-domains', 'web/src/ui/a.ts', '../home/b.ts', 'web/src/home/b.ts'],
  ['web-lib-is-below-ui', 'web/src/lib/a.ts', '../ui/b.ts', 'web/src/ui/b.ts'],
])('%s refuses %s importing %s', async (rule, from, specifier, to) => {
  expect(await violations({ [from]: imports(specifier), [to]: empty })).toContain(rule);
});

test('cycles and unresolved imports are refused, and the permitted directions are not', async () => {
  const cycle = { 'web/src/lib/a.ts': imports('./b.ts'), 'web/src/lib/b.ts': imports('./a.ts') };
  expect(await violations(cycle)).toContain('no-cycles');
  expect(await violations({ 'web/src/lib/a.ts': imports('./missing.ts') })).toContain('no-unresolved');
  const fine = await violations({
    'server/src/people/session/session.ts': imports('../../site/site/site.ts'),
    'server/src/site/site/site.ts': imports('./sql.ts'),
    'server/src/site/site/sql.ts': imports('../../platform/database/db.ts'),
    'server/src/platform/database/db.ts': empty,
    'server/src/roles/api.ts': imports('../people/session/routes.ts'),
    'server/src/people/session/routes.ts': imports('./session.ts'),
    'web/src/home/a.ts': imports('../ui/b.ts'),
    'web/src/ui/b.ts': imports('../lib/c.ts'),
    'web/src/lib/c.ts': empty,
  });
  expect(fine).toEqual([]);
});

test('every folder of the server belongs to an area, and README.md shows the same areas', () => {
  const foldersIn = (path: string) => globSync(`${path}/*/`, { cwd: root }).map((folder) => basename(folder));
  expect(foldersIn('server/src').sort()).toEqual(['platform', 'roles', ...Object.keys(areas)].sort());
  for (const [area, rows] of Object.entries(areas))
    expect(foldersIn(`server/src/${area}`)).toEqual(
      expect.arrayContaining(rows.flat().filter((name) => name !== '...')),
    );
  for (const [area, rows] of Object.entries(areas).filter(([, rows]) => !rows.flat().includes('...')))
    expect(foldersIn(`server/src/${area}`).sort()).toEqual(rows.flat().sort());
  const lines = Object.entries(areas).map(([area, rows]) => {
    const domains = rows.map((row) => row.join(' ')).join(' | ');
    return `${area.padEnd(10)}${domains}`;
  });
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(lines.join('\n'));
});

/** All imports in a workspace, each with its file. */
const importsOf = (workspace: string) =>
  globSync(`${workspace}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(([, path]) => ({
      file,
      path: path!,
    })),
  );
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };

test.each(workspaces)('%s imports other workspaces only by name, and declares the ones it uses', (workspace) => {
  const declared = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const own = { ...declared.dependencies, ...declared.devDependencies };
  const found = importsOf(workspace);
  expect(found.length).toBeGreaterThan(3);
  const byPath = found.filter(({ file, path }) => {
    const [into] = join(dirname(file), path).split('/');
    return path.startsWith('.') && into !== workspace && workspaces.includes(into!);
  });
  const undeclared = found.filter(({ path }) => {
    const [scope, name] = path.split('/');
    return scope === '@glasshouse' && name !== workspace && !own[`${scope}/${name}`];
  });
  expect([...byPath, ...undeclared]).toEqual([]);
});

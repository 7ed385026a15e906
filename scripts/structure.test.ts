import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration;

/** The rules that a small tree laid out like this one violates. */
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

// A check that is set up wrongly passes everything, so each rule is shown to fail once.
test.each([
  ['platform-knows-no-business', 'server/src/platform/a.ts', '../session/session.ts', 'server/src/session/session.ts'],
  ['row-1-looks-up-only', 'server/src/factors/a.ts', '../operators/operators.ts', 'server/src/operators/operators.ts'],
  ['row-2-looks-up-only', 'server/src/ledger/ledger.ts', '../session/session.ts', 'server/src/session/session.ts'],
  ['row-2-looks-up-only', 'server/src/ledger/ledger.ts', '../market/market.ts', 'server/src/market/market.ts'],
  ['row-3-looks-up-only', 'server/src/people/a.ts', '../assets/assets.ts', 'server/src/assets/assets.ts'],
  ['row-4-looks-up-only', 'server/src/security/a.ts', '../session/session.ts', 'server/src/session/session.ts'],
  ['row-5-looks-up-only', 'server/src/assets/assets.ts', '../session/session.ts', 'server/src/session/session.ts'],
  ['row-6-looks-up-only', 'server/src/session/session.ts', '../appeals/appeals.ts', 'server/src/appeals/appeals.ts'],
  ['row-7-looks-up-only', 'server/src/appeals/a.ts', '../contracts/contracts.ts', 'server/src/contracts/contracts.ts'],
  ['row-8-looks-up-only', 'server/src/backoffice/a.ts', '../records/records.ts', 'server/src/records/records.ts'],
  ['one-door-per-domain', 'server/src/session/session.ts', '../site/sql.ts', 'server/src/site/sql.ts'],
  ['roles-take-doors-routes-and-jobs', 'server/src/roles/api.ts', '../site/sql.ts', 'server/src/site/sql.ts'],
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

test('cycles and unresolved imports are refused; the permitted directions are not', async () => {
  const cycle = { 'web/src/lib/a.ts': imports('./b.ts'), 'web/src/lib/b.ts': imports('./a.ts') };
  expect(await violations(cycle)).toContain('no-cycles');
  expect(await violations({ 'web/src/lib/a.ts': imports('./missing.ts') })).toContain('no-unresolved');
  const fine = await violations({
    'server/src/session/session.ts': imports('../site/site.ts'),
    'server/src/site/site.ts': imports('./sql.ts'),
    'server/src/site/sql.ts': imports('../platform/db.ts'),
    'server/src/platform/db.ts': empty,
    'server/src/roles/api.ts': imports('../session/routes.ts'),
    'server/src/session/routes.ts': imports('./session.ts'),
    'web/src/home/a.ts': imports('../ui/b.ts'),
    'web/src/ui/b.ts': imports('../lib/c.ts'),
    'web/src/lib/c.ts': empty,
  });
  expect(fine).toEqual([]);
});

test('the rows contain every server domain once, and README.md shows the same rows', () => {
  const rows = config.forbidden!.flatMap(({ name, from }) => {
    const path = (from as { path?: string }).path ?? '';
    return name?.startsWith('row-') ? [/\((.*)\)/.exec(path)![1]!.split('|')] : [];
  });
  const folders = globSync('server/src/*/', { cwd: root }).map((path) => basename(path));
  const all = [['platform'], ...rows, ['roles']];
  expect(all.flat().sort()).toEqual(folders.sort());
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(all.map((row) => row.join('  ')).join('\n'));
});

/** Every import of a workspace's files, with the file that has it. */
const importsOf = (workspace: string) =>
  globSync(`${workspace}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(([, path]) => ({
      file,
      path: path!,
    })),
  );
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };

test.each(workspaces)('%s reaches others by their names only, and declares those it uses', (workspace) => {
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

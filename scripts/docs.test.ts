import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { missingIn, testFiles } from './coverage.ts';
import { missingPaths, pathsIn } from './doc-paths.ts';
import { drawMoney } from './draw-money.ts';
import { root } from './run.ts';

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];
const tests = testFiles();

test.each(pages)('every path, link, test and drill in %s exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  expect(missingPaths(text, dirname(page))).toEqual([]);
  expect(missingIn(text, tests)).toEqual([]);
  const drills = [...text.matchAll(/`(?:npm run )?(chaos|bench) (?:-- )?(\w+)`/g)].map(
    ([, kind, name]) => `${kind}/${name}.ts`,
  );
  expect(drills.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
  const relative = links.filter((path) => !/^[a-z]+:/.test(path));
  expect(relative.filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([]);
});

test('paths are found in inline code, commands and code blocks', () => {
  const text = [
    'See `scripts/{run,log}.ts`, `package.json`, `server/src/<domain>/sql.ts` and `node scripts/tape.ts check a/b`.',
    '```sh',
    'bash scripts/services.sh   # and/or',
    '```',
    'scripts/prose.ts is not code.',
    'Not paths: `/home`, `@noble/curves`, `https://example.org/a.md`, `settle.test`, `roles/trace.test`, `Date.now`, `1 / 2`.',
  ].join('\n');
  expect(pathsIn(text)).toEqual([
    'scripts/run.ts',
    'scripts/log.ts',
    'package.json',
    'server/src/<domain>/sql.ts',
    'scripts/tape.ts',
    'scripts/services.sh',
  ]);
});

test.each([
  ['scripts/{run,gone}.ts', ['scripts/gone.ts']],
  ['node scripts/gone.ts check', ['scripts/gone.ts']],
  ['gone/', ['gone/']],
  ['gone.ts', ['gone.ts']],
  ['platform/clock', ['platform/clock']],
  ['server/src/*.gone', ['server/src/*.gone']],
  ['server/src/<area>/<domain>/gone.ts', ['server/src/<area>/<domain>/gone.ts']],
  ['server/src/*/*/routes.ts', []],
  ['server/src/<area>/<domain>/<domain>.ts', []],
  ['docs/glossary.md', []],
  ['glossary.md', []],
  ['adr/0020-commit-prices-to-a-signed-tape.md', []],
  ['artifacts/matrix.csv', []],
])('in docs/, `%s` is reported as missing: %j', (code, missing) => {
  expect(missingPaths(`See \`${code}\`.`, 'docs')).toEqual(missing);
});

test('docs/reference/configuration.md lists every setting of the examples', () => {
  const page = readFileSync(join(root, 'docs/reference/configuration.md'), 'utf8');
  const listed = new Set(
    [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names]) => names!.match(/\b[A-Z][A-Z0-9_]+/g)!),
  );
  for (const example of [
    '.env.example',
    'deploy/one-machine/site.env.example',
    'deploy/three-machines/machine.env.example',
  ]) {
    const settings = [...readFileSync(join(root, example), 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name!,
    );
    expect(settings.length).toBeGreaterThan(10);
    expect(settings.filter((name) => !listed.has(name))).toEqual([]);
  }
});

const decisions = globSync('docs/adr/[0-9]*.md', { cwd: root });
const decisionIndex = readFileSync(join(root, 'docs/adr/README.md'), 'utf8');

/** `accepted`, or what the status line says: `superseded in part by 0098, 0099`. */
function statusOf(text: string): string {
  const [, line] = /^Status: ([\s\S]*?)\n\n/m.exec(text) ?? [];
  if (line === undefined) return 'accepted';
  const others = [...line.matchAll(/\[(\d{4})\]/g)].map(([, number]) => number);
  const [kind] = /^(?:extended|amended|superseded(?: in part)?)(?= by|\.)/.exec(line) ?? ['unknown status'];
  return others.length > 0 ? `${kind} by ${others.join(', ')}` : kind;
}

test.each(decisions)('%s has the form of a decision record and is in the index', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const [, number, title] = /^# (\d{4}) (.+)\n/.exec(text) ?? ['', '', ''];
  const name = title!
    .toLowerCase()
    .replaceAll("'", '')
    .match(/[a-z0-9]+/g);
  expect(basename(path)).toBe(`${[number, ...(name ?? [])].join('-')}.md`);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
  expect(headings.filter((heading) => heading !== 'Rejected')).toEqual(['Context', 'Decision', 'Consequences']);
  expect(text.split(/[\s|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(500);
  expect(decisionIndex).toContain(`\n| [${number}] | ${title} | ${statusOf(text)} |\n`);
  expect(decisionIndex).toContain(`\n[${number}]: ${basename(path)}\n`);
});

test('docs/reference/money-movements.md matches the money movements in the code', () => {
  expect(readFileSync(join(root, 'docs/reference/money-movements.md'), 'utf8')).toBe(drawMoney());
});

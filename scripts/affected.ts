import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { must, root } from './run.ts';

/** Every file that imports each file. */
export type Importers = ReadonlyMap<string, readonly string[]>;
const isTest = (file: string) => file.endsWith('.test.ts');
export const testedFolders = ['protocol', 'words', 'kit', 'server', 'web', 'backoffice', 'verify', 'scripts'];

/**
 * These files import nearly everything and nearly every test imports them, so reaching a test through one of them means
 * nothing.
 */
const hubs = /^(server\/src\/roles\/|server\/src\/main\.ts|server\/test\/(world|template)\.ts)/;
/** Changing one of these can change any test. */
const everything = new RegExp(
  [
    '^package(-lock)?\\.json',
    '^vitest\\.config\\.ts',
    '^tsconfig',
    '^server/(migrations|database)/',
    '^server/test/(accounts|browser|child|rights|signing-key|until)\\.ts',
    '^scripts/(vitest-setup|postgres)\\.ts',
  ].join('|'),
);
/** These tests check the entire tree instead of what they import. They take a second or two. */
const always = ['coverage', 'docs', 'structure', 'words'].map((name) => `scripts/${name}.test.ts`);
/** Files that tests read or run as a program instead of importing them. */
const usedBy: [changed: RegExp, tests: RegExp][] = [
  [/^deploy\//, /^scripts\/(deploy|kubernetes|kustomize|lay|sight)\.test\.ts$/],
  [/^docs\//, /^scripts\/(catalogue|sight)\.test\.ts$/],
  [/^verify\//, /^(verify|scripts\/witness|server\/src\/contracts\/(receipt|rules|given-up))/],
  [/^web\/src\/help\//, /^web\/src\/help\//],
  [/^server\/test\/(buying-process|releases)/, /^server\/src\/.*quota\.test\.ts$|^server\/database\//],
  [/^(bench|chaos)\//, /^scripts\/interrupt\.test\.ts$/],
];

/**
 * The tests that a change can affect, or undefined for all of them: those that import a changed file, directly or not, and all tests of
 * the server domains that do. A test that calls another domain only through the app is not found; CI runs all tests.
 */
export function affectedTests(changed: readonly string[], importers: Importers, tests: readonly string[]) {
  if (changed.some((file) => everything.test(file) || hubs.test(file))) return undefined;
  const reached = new Set(changed);
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (isTest(importer) || !hubs.test(importer)) reached.add(importer);
    }
  }
  const domains = new Set([...reached].filter((file) => !isTest(file)).flatMap((file) => domainOf(file) ?? []));
  const used = usedBy.filter(([pattern]) => changed.some((file) => pattern.test(file))).map(([, pattern]) => pattern);
  return tests.filter(
    (test) =>
      reached.has(test) ||
      always.includes(test) ||
      domains.has(domainOf(test) ?? '') ||
      used.some((pattern) => pattern.test(test)),
  );
}
const domainOf = (file: string) => /^server\/src\/[^/]+\//.exec(file)?.[0];

/**
 * The files that differ from main, committed or not. On main, the files that have not been pushed. Undefined if there
 * is no base for a comparison.
 */
export async function changedFiles(): Promise<string[] | undefined> {
  const git = (...args: string[]) => must('git', args);
  const branch = await git('rev-parse', '--abbrev-ref', 'HEAD');
  const base = await git('merge-base', 'HEAD', branch === 'main' ? 'origin/main' : 'main').catch(() => undefined);
  if (base === undefined) return undefined;
  const lists = [git('diff', '--name-only', '--no-renames', base), git('ls-files', '--others', '--exclude-standard')];
  return (await Promise.all(lists)).flatMap((list) => list.split('\n')).filter(Boolean);
}

export async function readImporters(): Promise<Importers> {
  // With the repository's options, which resolve the packages of this repository.
  const { options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration;
  const { output } = await cruise(testedFolders, { ...options });
  return new Map((output as ICruiseResult).modules.map(({ source, dependents }) => [source, dependents]));
}

export const allTests = (): string[] =>
  testedFolders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => isTest(file) && !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`),
  );

import { readdirSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { must, root } from './run.ts';

/** Every file that imports each file. */
export type Importers = ReadonlyMap<string, readonly string[]>;
const isTest = (file: string) => file.endsWith('.test.ts');
const folders = ['protocol', 'words', 'kit', 'server', 'web', 'backoffice', 'verify', 'scripts'];

/** These import nearly everything and are imported by nearly every test, so being reached through one of them says nothing. */
const hubs = /^(server\/src\/roles\/|server\/src\/main\.ts|server\/test\/world\.ts|server\/test\/template\.ts)/;
/** Changing one of these can change any test. */
const everything =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*|server\/migrations\/|scripts\/(vitest-setup|postgres)\.ts)/;
/** These look at the whole tree rather than at what they import, and take a second or two. */
const always = ['coverage', 'docs', 'structure', 'words'].map((name) => `scripts/${name}.test.ts`);
/** Files that tests read instead of importing them. */
const readBy: [changed: RegExp, tests: RegExp][] = [
  [/^deploy\//, /^scripts\/(deploy|kubernetes|kustomize|lay|image\w*)\.test\.ts$/],
  [/^docs\/tape\/|^verify\//, /^verify\//],
];

/**
 * The tests that a change can affect, or undefined for all of them. A test is affected if it imports a changed file, directly or not.
 * A server test also calls domains that it never imports, through the app, so all tests of each affected domain belong to them.
 */
export function affectedTests(changed: readonly string[], importers: Importers, tests: readonly string[]) {
  if (changed.some((file) => everything.test(file) || hubs.test(file))) return undefined;
  const reached = new Set(changed);
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) if (!hubs.test(importer)) reached.add(importer);
  }
  const domains = new Set([...reached].filter((file) => !isTest(file)).flatMap((file) => domainOf(file) ?? []));
  const read = readBy.filter(([pattern]) => changed.some((file) => pattern.test(file))).map(([, pattern]) => pattern);
  return tests.filter(
    (test) =>
      reached.has(test) ||
      always.includes(test) ||
      domains.has(domainOf(test) ?? '') ||
      read.some((pattern) => pattern.test(test)),
  );
}
const domainOf = (file: string) => /^server\/src\/[^/]+\//.exec(file)?.[0];

/** What differs from main: committed on this branch, uncommitted and new files. On main itself, what has not been pushed. */
export async function changedFiles(): Promise<string[]> {
  const git = (...args: string[]) => must('git', args);
  const branch = await git('rev-parse', '--abbrev-ref', 'HEAD');
  const base = await git('merge-base', 'HEAD', branch === 'main' ? 'origin/main' : 'main').catch(() => 'HEAD');
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return (await Promise.all(lists)).flatMap((list) => list.split('\n')).filter(Boolean);
}

export async function readImporters(): Promise<Importers> {
  const { output } = await cruise(folders, { doNotFollow: 'node_modules', tsPreCompilationDeps: true });
  return new Map((output as ICruiseResult).modules.map(({ source, dependents }) => [source, dependents]));
}

export const allTests = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => isTest(file) && !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`),
  );

import { globSync } from 'node:fs';
import { root } from './run.ts';

// docs/coverage.md, read as what it promises: each line of the specification names tests that are there, or says that it is not built yet.

const notBuilt = 'not built yet';
const named = /`([\w./{},-]+\.(?:test|e2e))(?:\.ts)?`/g;

/** All stories and tests of the project, without their endings. */
export const testFiles = (): string[] =>
  globSync('{protocol,kit,server,web,backoffice,verify,e2e,scripts}/**/*.{test,e2e}.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).map((path) => path.replace(/\.ts$/, ''));

/** `office-{users,site}.e2e` as the two names that it stands for. */
function spellOut(name: string): string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(name) ?? [];
  return inside === undefined ? [name] : inside.split(',').flatMap((part) => spellOut(before + part + after));
}

/** The tests that a text names, by file name or by the end of a path. */
export const testsIn = (text: string): string[] => [...text.matchAll(named)].flatMap(([, name]) => spellOut(name!));

/** Those of them that are not there. */
export const missingIn = (text: string, files: readonly string[]): string[] =>
  testsIn(text).filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)));

/** What a table of coverage promises and does not keep, line by line. */
export function faultsOf(text: string, files: readonly string[]): string[] {
  return text.split('\n').flatMap((line, at) => {
    const where = `line ${at + 1}`;
    const faults = missingIn(line, files).map((name) => `${where}: there is no ${name}`);
    const [, about = '', , shown] = line.split(/(?<!\\)\|/);
    const isRow = line.startsWith('|') && !/^\|[-|]+$/.test(line) && shown?.trim() !== 'shown by';
    if (isRow && testsIn(shown ?? '').length === 0 && !line.includes(notBuilt))
      faults.push(`${where}: no test shows "${about.trim()}", and it does not say "${notBuilt}"`);
    return faults;
  });
}

import { globSync } from 'node:fs';
import { expandBraces } from './doc-paths.ts';
import { root } from './run.ts';

// Checks docs/coverage.md: each line of the specification has a row, and each row names tests that exist. Its paths are checked by docs.test.ts.

const named = /`([\w./{},-]+\.(?:test|e2e))(?:\.ts)?`/g;

/** All test files of the project, without their extensions. */
export const testFiles = (): string[] =>
  globSync('{protocol,kit,server,web,backoffice,verify,e2e,scripts}/**/*.{test,e2e}.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).map((path) => path.replace(/\.ts$/, ''));

/** The tests mentioned in a text, by file name or by the end of a path. */
export const testsIn = (text: string): string[] => [...text.matchAll(named)].flatMap(([, name]) => expandBraces(name!));

/** The mentioned tests that do not exist. */
export const missingIn = (text: string, files: readonly string[]): string[] =>
  testsIn(text).filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)));

const isRule = (line: string | undefined) => /^\|[-|]+$/.test(line ?? '');
/** The numbers of a specification's lines: section and position. Headings and table headings are not counted. */
export function linesOf(specification: string): string[] {
  const lines = specification.split('\n');
  let [section, place] = ['', 0];
  return lines.flatMap((line, at) => {
    const [, begins] = /^## (\d+)\. /.exec(line) ?? [];
    if (begins) [section, place] = [begins, 0];
    if (begins || section === '' || line.trim() === '' || isRule(line) || isRule(lines[at + 1])) return [];
    place++;
    return [`${section}.${place}`];
  });
}

/** Expands `2.5, 2.7-2.9` into single numbers. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/(\d+)\.(\d+)(?:-\1\.(\d+))?/g)].flatMap(([, section, first, last]) => {
    const count = Number(last ?? first) - Number(first) + 1;
    return Array.from({ length: Math.max(count, 1) }, (_, i) => `${section}.${Number(first) + i}`);
  });
}
const numbered = /^\s*((?:\d+\.\d+(?:-\d+\.\d+)?(?:,\s)?)+)\s/;
const nothingAsked = /^Lines that ask for nothing: (.*)\.$/;

const cellsOf = (line: string) => line.split(/(?<!\\)\|/);
const isRow = (line: string) => line.startsWith('|') && !isRule(line) && cellsOf(line)[3]?.trim() !== 'shown by';

/** Lines of the specification without a row, and rows of lines that it does not have. */
export function unmatchedIn(text: string, specification: string): string[] {
  const wanted = linesOf(specification);
  const told = text.split('\n').flatMap((line) => {
    const says = isRow(line) ? numbered.exec(cellsOf(line)[1] ?? '') : nothingAsked.exec(line);
    return says ? numbersIn(says[1]!) : [];
  });
  return [
    ...wanted.filter((number) => !told.includes(number)).map((number) => `no row is about ${number}`),
    ...told.filter((number) => !wanted.includes(number)).map((number) => `the specification has no ${number}`),
  ];
}

/** All faults of a coverage table, line by line. */
export function faultsOf(text: string, files: readonly string[]): string[] {
  return text.split('\n').flatMap((line, at) => {
    const where = `line ${at + 1}`;
    const faults = missingIn(line, files).map((name) => `${where}: there is no ${name}`);
    const [, about = '', , shown] = cellsOf(line);
    if (isRow(line) && testsIn(shown ?? '').length === 0) faults.push(`${where}: no test shows "${about.trim()}"`);
    return faults;
  });
}

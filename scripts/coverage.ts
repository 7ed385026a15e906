import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

// docs/coverage.md, read as what it promises: each line of the specification has a row, and each row names tests and places that are there.

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

const isRule = (line: string | undefined) => /^\|[-|]+$/.test(line ?? '');
/** The lines of a specification by number: the section, and the place in it. Headings, and those of tables, are none. */
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

/** `2.5, 2.7-2.9` as the numbers that it stands for. */
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

/** Lines of the specification that have no row, and rows of lines that it does not have. */
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

const roots = '{protocol,words,kit,server,web,backoffice,verify,e2e,bench,chaos,scripts,docs}';
const placed = new RegExp(`^${roots.replace('{', '(?:').replaceAll(',', '|').replace('}', ')')}/`);
const isTest = (path: string) => /\.(?:test|e2e)(?:\.ts)?$/.test(path);
/** Places that a text names and that are not there: a path from the root on, or the end of one that names a file. */
function lostIn(text: string): string[] {
  const paths = [...text.matchAll(/`([\w./{},*-]+)`/g)].flatMap(([, path]) => spellOut(path!));
  return paths.filter((path) => {
    if (isTest(path)) return false;
    if (placed.test(path)) return path.includes('*') ? !isFound(path) : !existsSync(join(root, path));
    return /\.(?:tsx?|sql)$/.test(path) && !isFound(`${roots}/**/${path}`);
  });
}
const isFound = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }).length > 0;

/** What a table of coverage promises and does not keep, line by line. */
export function faultsOf(text: string, files: readonly string[]): string[] {
  return text.split('\n').flatMap((line, at) => {
    const where = `line ${at + 1}`;
    const faults = [...missingIn(line, files), ...lostIn(line)].map((name) => `${where}: there is no ${name}`);
    const [, about = '', , shown] = cellsOf(line);
    if (isRow(line) && testsIn(shown ?? '').length === 0) faults.push(`${where}: no test shows "${about.trim()}"`);
    return faults;
  });
}

import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

// Finds paths in Markdown code and reports those that do not exist. Paths are:
// - inline code of one word that contains a slash or ends in a file extension we use: `scripts/run.ts`, `package.json`
// - in commands and code blocks, each word that begins with a folder of the repository: `node scripts/tape.ts check`
// URLs, routes (`/home`), package names (`@noble/curves`) and test names (`settle.test`, see coverage.ts) are not paths.

/** Paths that are not in the repository, and why. A path that ends in a slash includes everything below it. */
const elsewhere: Record<string, string> = {
  'artifacts/': 'written by npm scripts',
  'secrets/': 'written by npm run secrets',
  'deploy/one-machine/secrets': 'written by npm run secrets',
  'deploy/kubernetes/overlays/mine': "the reader's copy of the example overlay",
  'pictures/': 'in the file storage of a site',
  'refused/': 'in the directory of a witness',
  'sbom.json': 'in container images',
  'provenance.json': 'written by npm run images',
  'two-pasts.json': 'saved by the app',
  'r.json': 'a receipt in shell examples',
  'origin/main': 'a branch',
  'transparency-dev/merkle': 'a Go module',
  'testonly/': 'in transparency-dev/merkle',
  'testdata/': 'in transparency-dev/merkle',
  'golang.org/': 'Go modules',
};

const fileEnding = /\.(?:tsx?|c?js|json|sql|md|css|html|sh|ya?ml|conf)$/;
const testName = /\.(?:test|e2e)$/;
const pathCharacters = /^[\w.@<>{},*/-]+$/;
const folders = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

const isPath = (word: string) =>
  pathCharacters.test(word) &&
  !/^[/@]/.test(word) &&
  !testName.test(word) &&
  (word.includes('/') || fileEnding.test(word));
const isBelowFolder = (word: string) => isPath(word) && folders.some((folder) => word.startsWith(`${folder}/`));

/** Expands braces: `{run,log}.ts` becomes `run.ts` and `log.ts`. */
export function expandBraces(pattern: string): string[] {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  return inside === undefined ? [pattern] : inside.split(',').flatMap((part) => expandBraces(before + part + after));
}

/** All paths in the code of a Markdown text. */
export function pathsIn(text: string): string[] {
  const blocks: string[] = [];
  const prose = text.replace(/^ *```.*\n([\s\S]*?)^ *```$/gm, (_, block: string) => {
    blocks.push(block);
    return '';
  });
  const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const single = inline.filter((code) => !/\s/.test(code));
  const commands = [...inline.filter((code) => /\s/.test(code)), ...blocks];
  return [
    ...single.filter(isPath),
    ...commands.flatMap((command) => command.split(/\s+/)).filter(isBelowFolder),
  ].flatMap(expandBraces);
}

/** Paths in a Markdown text that exist neither below the root nor below the document's folder. `<domain>` matches any name. */
export function missingPaths(text: string, folder: string): string[] {
  const exists = (path: string) =>
    /[*<]/.test(path) ? globSync(path.replace(/<\w+>/g, '*'), { cwd: root }).length > 0 : existsSync(join(root, path));
  const isElsewhere = (path: string) =>
    Object.keys(elsewhere).some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
  return pathsIn(text).filter((path) => !isElsewhere(path) && !exists(path) && !exists(join(folder, path)));
}

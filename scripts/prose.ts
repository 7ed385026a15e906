import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { compareDebt, type Debt, lowerDebt } from './prose-debt.ts';
import { type Finding, findIn, type Kind } from './prose-rules.ts';
import { type Block, commentBlocks, markdownBlocks, sentencesOf, wordBlocks } from './prose-text.ts';
import { must, root } from './run.ts';

const debtFile = 'scripts/prose-debt.json';

type Source = { pattern: RegExp; kind: Kind; blocksOf: (text: string) => Block[] };
const sources: Source[] = [
  { pattern: /^(?:docs\/.+|[A-Z_]+)\.md$/, kind: 'document', blocksOf: markdownBlocks },
  { pattern: /\.tsx?$/, kind: 'comment', blocksOf: (text) => commentBlocks(text, 'typescript') },
  { pattern: /\.sql$/, kind: 'comment', blocksOf: (text) => commentBlocks(text, 'sql') },
  { pattern: /^words\/[^/]+\/en-US\.json$/, kind: 'words', blocksOf: wordBlocks },
];
/** Generated from sources that are checked themselves. */
const generated = /^(?:server\/schema\/|docs\/(?:schema|money)\.md$|server\/src\/platform\/database\/schema\.ts$)/;

/** Finds broken rules in one file. Files of other kinds have no prose to check. */
export function findInFile(path: string, text: string): Finding[] {
  const source = generated.test(path) ? undefined : sources.find(({ pattern }) => pattern.test(path));
  if (!source) return [];
  return source
    .blocksOf(text)
    .flatMap(sentencesOf)
    .flatMap((sentence) => findIn(sentence, source.kind));
}

async function findInTree(): Promise<Map<string, Finding[]>> {
  const listed = await must('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
  const files = [...new Set(listed.split('\n'))].filter((path) => existsSync(join(root, path)));
  const found = files
    .filter((path) => sources.some(({ pattern }) => pattern.test(path)))
    .map((path) => [path, findInFile(path, readFileSync(join(root, path), 'utf8'))] as const);
  return new Map(found.filter(([, findings]) => findings.length > 0));
}

if (import.meta.main) {
  const isUpdate = readArguments({
    usage: 'npm run prose [-- --update]',
    about: `Checks the English of documents, comments and words against ${debtFile}, which lists how often each file may still break each
rule. With --update, lowers its counts to what is found.`,
    flags: ['update'],
  }).has('update');
  const path = join(root, debtFile);
  let debt: Debt | undefined = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  const found = await findInTree();
  if (isUpdate) {
    debt = lowerDebt(debt, found, (file) => existsSync(join(root, file)));
    writeFileSync(path, `${JSON.stringify(debt, undefined, 2)}\n`);
  }
  const { exceeded, stale } = compareDebt(debt ?? {}, found);
  for (const line of [...exceeded, ...stale]) console.log(line);
  const total = Object.values(debt ?? {}).reduce(
    (sum, counts) => sum + Object.values(counts).reduce((all, count) => all + count, 0),
    0,
  );
  if (stale.length > 0) console.log('prose: run `npm run prose -- --update` to lower the counts, and commit them');
  if (exceeded.length > 0)
    console.log(
      'prose: rewrite what was added; the rules are in docs/adr/0194-lint-english-and-commit-messages-with-our-own-rules.md',
    );
  const isFine = exceeded.length + stale.length === 0;
  console.log(isFine ? `prose: no new findings, ${total} old ones left` : 'prose: FAILED');
  process.exitCode = isFine ? 0 : 1;
}

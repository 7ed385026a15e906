// Finds the English sentences of documents, comments and word files, with the lines where they begin.

/** A run of text without code: a paragraph, a list item, a comment. Headings and table cells are labels, not sentences. */
export type Block = { line: number; text: string; isLabel: boolean };
export type Sentence = Block;

const block = (line: number, text: string, isLabel = false): Block => ({ line, text, isLabel });

/** Removes code, addresses, images and markup. Keeps line breaks, so that sentences keep their line numbers. */
function withoutMarkup(text: string): string {
  const breaks = (match: string) => match.replace(/[^\n]/g, '');
  return text
    .replace(/<!--[\s\S]*?-->/g, breaks)
    .replace(/`[^`]*`/g, (code) => `CODE${breaks(code)}`)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, breaks)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<?https?:\/\/[^\s>)]*[^\s>).,;:]>?/g, 'URL')
    .replace(/<\/?[a-z][^>]*>/gi, breaks)
    .replace(/\*+|(?<!\w)_+|_+(?!\w)/g, '');
}

const listItem = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Blocks of a Markdown text. Code blocks are left out. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let [fence, isOpen, wasQuote] = ['', false, false];
  for (const [place, raw] of text.split('\n').entries()) {
    const isQuote = /^\s*>/.test(raw);
    if (isQuote !== wasQuote) isOpen = false;
    wasQuote = isQuote;
    const line = raw.replace(/^[\s>]+/, '');
    const [marks] = /^(?:```+|~~~+)/.exec(line) ?? [];
    if (fence || marks) {
      if (!fence) fence = marks!;
      else if (marks?.startsWith(fence)) fence = '';
      isOpen = false;
    } else if (line.startsWith('|')) {
      const cells = line.split(/(?<!\\)\|/).filter((cell) => /\p{L}/u.test(cell));
      blocks.push(...cells.map((cell) => block(place + 1, cell, true)));
      isOpen = false;
    } else if (line.startsWith('#')) {
      blocks.push(block(place + 1, line.replace(/^#+\s*/, ''), true));
      isOpen = false;
    } else if (line === '' || /^\[[^\]]+\]:/.test(line)) isOpen = false;
    else if (isOpen && !listItem.test(line)) blocks.at(-1)!.text += `\n${line}`;
    else {
      blocks.push(block(place + 1, line.replace(listItem, '')));
      isOpen = true;
    }
  }
  return blocks.map((each) => ({ ...each, text: withoutMarkup(each.text) }));
}

const directive =
  /^(?:biome-|@ts-|@vitest|eslint|prettier|v8 ignore|c8 |#(?:end)?region|\/ <|migrate:(?:up|down)|Stryker |@__)/;
const isBalanced = (code: string, quotes: readonly string[]) =>
  quotes.every((quote) => code.split(quote).length % 2 === 1);

type Syntax = { mark: string; quotes: readonly string[] };
const typescript: Syntax = { mark: '//', quotes: ["'", '"', '`'] };
const sql: Syntax = { mark: '--', quotes: ["'"] };

/**
 * Blocks of the comments in source code. Comment marks count at the beginning of a line, and after code in which all quotes are closed, so
 * that addresses and strings are not taken for comments.
 */
export function commentBlocks(text: string, language: 'typescript' | 'sql'): Block[] {
  const { mark, quotes } = language === 'sql' ? sql : typescript;
  const found: Block[] = [];
  let [isInside, isOpen] = [false, false];
  const add = (line: number, words: string) => {
    if (words.trim() === '' || directive.test(words)) isOpen = false;
    else if (isOpen && !/^(?:[-*] |@\w)/.test(words)) found.at(-1)!.text += `\n${words}`;
    else found.push(block(line, words.replace(/^[-*] /, '')));
    if (words.trim() !== '' && !directive.test(words)) isOpen = true;
  };
  for (const [place, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (!isInside && /^\{?\/\*/.test(line)) {
      [isInside, isOpen] = [true, false];
      add(place + 1, line.replace(/^\{?\/\*+\s*/, '').replace(/\s*\*\/.*$/, ''));
    } else if (isInside) add(place + 1, line.replace(/^\*(?!\/)\s?/, '').replace(/\s*\*\/.*$/, ''));
    else if (line.startsWith(mark)) add(place + 1, line.slice(mark.length).trim());
    else {
      isOpen = false;
      const at = line.search(new RegExp(`\\s${mark} `));
      if (at >= 0 && isBalanced(line.slice(0, at), quotes)) add(place + 1, line.slice(at + mark.length + 2));
      isOpen = false;
    }
    if (isInside && line.includes('*/')) [isInside, isOpen] = [false, false];
  }
  return found.map((each) => ({ ...each, text: withoutMarkup(each.text) }));
}

/** Blocks of a file of words, which has one sentence or more per key, and one key per line. */
export function wordBlocks(text: string): Block[] {
  return text.split('\n').flatMap((line, place) => {
    const [, value] = /^\s*"[^"]+": ("(?:[^"\\]|\\.)*"),?$/.exec(line) ?? [];
    if (value === undefined) return [];
    const words = JSON.parse(value) as string;
    return [block(place + 1, words, !/[.!:]\)?$/.test(words))];
  });
}

const abbreviation = /\b(e\.g|i\.e|etc|vs|cf|approx|resp|incl|No)\.(?=\s)/g;
const dot = '\u2024';
const sentenceEnd = /(?<=[.!?…]["'”’)\]]*)\s+(?=["'“‘([]*[\p{Lu}\p{N}{])/u;

export function sentencesOf({ line, text, isLabel }: Block): Sentence[] {
  let at = line;
  let rest = text.replace(abbreviation, `$1${dot}`);
  const found: Sentence[] = [];
  while (rest !== '') {
    const end = sentenceEnd.exec(rest);
    const sentence = end ? rest.slice(0, end.index) : rest;
    const gap = end?.[0] ?? '';
    const begins = at + (/^\s*/.exec(sentence)![0].split('\n').length - 1);
    const words = sentence.replace(/\s+/g, ' ').replaceAll(dot, '.').trim();
    if (words !== '') found.push({ line: begins, text: words, isLabel });
    at += (sentence + gap).split('\n').length - 1;
    rest = rest.slice(sentence.length + gap.length);
  }
  return found;
}

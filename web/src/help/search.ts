import { type Block, blocksOf } from './markdown.tsx';

/** A text that can be searched, under its title. */
export type Article<N extends string = string> = { name: N; title: string; source: string };
/** A section in which everything was found: its article, its heading with its place among the blocks of the article, and some of its words. */
export type Found<N extends string = string> = {
  name: N;
  title: string;
  heading?: string;
  place?: number;
  excerpt: string;
};

const longest = 80; // characters of a query
const maxWords = 8;
const maxFound = 12;
const excerptLength = 120;

// Without marks above or below Latin and Cyrillic letters, so that nobody has to type them.
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('đ', 'd');

/** The words of a query. Where a language writes none apart, the browser knows them. */
export function wordsOf(query: string, locale: string): string[] {
  const parts = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(query.slice(0, longest))];
  const words = parts.filter(({ isWordLike }) => isWordLike).map(({ segment }) => folded(segment));
  return [...new Set(words)].slice(0, maxWords);
}

const marks = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\(\/[^)]*\)/g;
const plain = (text: string) => text.replaceAll(marks, (_, bold, emphasis, label) => bold ?? emphasis ?? label);

function textOf(block: Block): string {
  if (block.kind === 'table') return [block.head, ...block.rows].map((cells) => cells.join(' ')).join(' · ');
  return plain('items' in block ? block.items.join(' ') : block.text);
}

/** The text from a little before the first word on; from its beginning where all words are above it. */
function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= excerptLength) return text;
  const places = words.map((word) => folded(text).indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - excerptLength / 4);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1 || start;
  const cut = text.slice(start > 0 && from - start < 20 ? from : start, start + excerptLength).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + excerptLength < text.length ? '…' : ''}`;
}

/** The sections of an article: what stands under each heading, and what stands above the first. */
function sectionsOf<N extends string>({ name, title, source }: Article<N>) {
  const sections: (Omit<Found<N>, 'excerpt'> & { texts: string[] })[] = [{ name, title, texts: [] }];
  for (const [place, block] of blocksOf(source).entries()) {
    if (block.kind === 'heading') sections.push({ name, title, heading: plain(block.text), place, texts: [] });
    else sections.at(-1)!.texts.push(textOf(block));
  }
  return sections.filter(({ texts }) => texts.length > 0);
}

/** The sections that hold all words of a query, in their text or above it; those with more of them above it come first. */
export function search<N extends string>(articles: readonly Article<N>[], query: string, locale: string): Found<N>[] {
  const words = wordsOf(query, locale);
  if (words.length === 0) return [];
  return articles
    .flatMap(sectionsOf)
    .map(({ texts, ...section }) => {
      const text = texts.join(' ');
      const above = folded(`${section.title} ${section.heading ?? ''}`);
      const all = `${above} ${folded(text)}`;
      return {
        found: { ...section, excerpt: excerptOf(text, words) },
        hits: words.filter((word) => above.includes(word)).length,
        isFound: words.every((word) => all.includes(word)),
      };
    })
    .filter(({ isFound }) => isFound)
    .sort((a, b) => b.hits - a.hits)
    .slice(0, maxFound)
    .map(({ found }) => found);
}

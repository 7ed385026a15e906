import { type Block, blocksOf } from './markdown.tsx';

/** A searchable text, with its title and other search terms. */
export type Article<N extends string = string> = { name: N; title: string; source: string; keywords?: string };
/** A matching section: its article, its heading with its place among the article's blocks, and an excerpt. */
export type Found<N extends string = string> = {
  name: N;
  title: string;
  heading?: string;
  place?: number;
  excerpt: string;
};

const maxQueryLength = 80; // characters of a query
const maxWords = 8;
const maxFound = 12;
const excerptLength = 120;

// Removes diacritics, so that users can omit them.
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('đ', 'd');

// Scripts without spaces between words: a match may begin anywhere.
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a query. The browser splits languages that are written without spaces. */
export function wordsOf(query: string, locale: string): string[] {
  const parts = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(query.slice(0, maxQueryLength))];
  // An apostrophe joins a French article to its noun.
  const words = parts
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => folded(segment).split(/['’]/))
    .filter((word) => word.length > 1 || joined.test(word) || /\d/.test(word));
  return [...new Set(words)].slice(0, maxWords);
}

const marks = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\(\/[^)]*\)/g;
const plain = (text: string) => text.replaceAll(marks, (_, bold, emphasis, label) => bold ?? emphasis ?? label);

function textOf(block: Block): string {
  if (block.kind === 'table') return [block.head, ...block.rows].map((cells) => cells.join(' ')).join(' · ');
  return plain('items' in block ? block.items.join(' ') : block.text);
}

/** The text from shortly before the first match, or from its beginning if only the title or heading matches. */
function excerptOf(text: string, terms: readonly Term[]): string {
  if (text.length <= excerptLength) return text;
  const lower = folded(text);
  const places = terms.map((term) => placeOf(term, lower)).filter((place) => place >= 0);
  const start = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - excerptLength / 4);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1 || start;
  const cut = text.slice(start > 0 && from - start < 20 ? from : start, start + excerptLength).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + excerptLength < text.length ? '…' : ''}`;
}

/** The sections of an article: one per heading, and one for the text above the first heading. */
function sectionsOf<N extends string>({ name, title, source, keywords = '' }: Article<N>) {
  const sections: (Omit<Found<N>, 'excerpt'> & { texts: string[] })[] = [{ name, title, texts: [] }];
  for (const [place, block] of blocksOf(source).entries()) {
    if (block.kind === 'heading') sections.push({ name, title, heading: plain(block.text), place, texts: [] });
    else sections.at(-1)!.texts.push(textOf(block));
  }
  return sections
    .filter(({ texts }) => texts.length > 0)
    .map(({ texts, ...section }, place) => {
      const text = texts.join(' ');
      const title = folded(`${section.title} ${place === 0 ? keywords : ''}`);
      return { section, text, title, heading: folded(section.heading ?? ''), body: folded(text) };
    });
}
type Section = ReturnType<typeof sectionsOf>[number];

/** A word of the query, and its beginning, which also matches other endings of the word. */
type Term = { word: string; stem: string; isJoined: boolean };
function termOf(word: string): Term {
  return { word, stem: word.slice(0, word.length - endingOf(word)), isJoined: joined.test(word) };
}

/** How many letters at the end may differ. A Korean word may carry a particle; elsewhere endings are longer. */
function endingOf(word: string): number {
  if (/\p{Script=Hangul}/u.test(word)) return word.length >= 3 ? 1 : 0;
  if (joined.test(word)) return 0;
  if (word.length < 6) return /...s$/.test(word) ? 1 : 0;
  return word.length < 8 ? 2 : 3;
}

const letter = /[\p{L}\p{N}]/u;
const isInWord = (text: string, place: number) => place >= 0 && place < text.length && letter.test(text[place]!);
/** Where a text has the word or its stem: anywhere in scripts without spaces, at the beginning of a word in others. */
function placeOf({ stem, isJoined }: Term, text: string): number {
  if (isJoined) return text.indexOf(stem);
  const isShort = stem.length <= 2; // “to” must not match “top”
  let place = text.indexOf(stem);
  while (place >= 0 && (isInWord(text, place - 1) || (isShort && isInWord(text, place + stem.length))))
    place = text.indexOf(stem, place + 1);
  return place;
}
const has = (term: Term, text: string) => placeOf(term, text) >= 0;

const worth = { title: 4, heading: 3, body: 1 };
/** How well one word fits a section: by the best place it is in, with more for the exact word than for its stem. */
function fit(term: Term, section: Section): number {
  const place = (['title', 'heading', 'body'] as const).find((each) => has(term, section[each]));
  if (!place) return 0;
  // Short words (how, do, my) say little about the topic.
  const weight = term.isJoined ? 1 : Math.min(1, (term.word.length / 6) ** 2);
  return worth[place] * weight * (section[place].includes(term.word) ? 1 : 0.7);
}

const goodEnough = 0.15; // of the best score
/** The sections with any of the words, best first: many words, rare words, and words in titles and headings count most. */
export function search<N extends string>(articles: readonly Article<N>[], query: string, locale: string): Found<N>[] {
  const sections = articles.flatMap(sectionsOf);
  const terms = wordsOf(query, locale).map(termOf);
  const scores = sections.map(() => ({ sum: 0, count: 0 }));
  for (const term of terms) {
    const fits = sections.map((section) => fit(term, section));
    const found = fits.filter((each) => each > 0).length;
    const rarity = Math.log((sections.length + 1) / (found + 0.5)) ** 2;
    for (const [place, each] of fits.entries()) {
      if (each === 0) continue;
      scores[place]!.sum += each * rarity;
      scores[place]!.count += 1;
    }
  }
  const scored = sections.map(({ section, text }, place) => {
    const { sum, count } = scores[place]!;
    return { section, text, score: sum * (count / terms.length) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best * goodEnough)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ section, text }) => ({ ...section, excerpt: excerptOf(text, terms) }));
}

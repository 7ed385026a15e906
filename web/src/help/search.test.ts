import { readdirSync, readFileSync } from 'node:fs';
import { locales } from '@glasshouse/protocol/locales';
import { describe, expect, it } from 'vitest';
import { type Article, search, wordsOf } from './search.ts';

const odds: Article = {
  name: 'odds',
  title: 'What the odds mean',
  source:
    '## Break-even\n\nA win pays 0.85 for each 1 staked.\n\n## The average\n\nThe **average** order loses. See [My results](/results).',
};
const wallets: Article = {
  name: 'wallets',
  title: 'Your six wallets',
  source: 'Funding takes top-ups.\n\n- Contract\n- Spot',
};
const articles = [odds, wallets];
const found = (query: string, locale = 'en-US') =>
  search(articles, query, locale).map(({ name, place }) => [name, place]);

describe('searching the help articles', () => {
  it('finds sections that hold every word, in any order and case', () => {
    expect(found('LOSES average')).toEqual([['odds', 2]]);
    expect(found('loses wallets')).toEqual([]);
    expect(search(articles, 'results', 'en-US')[0]).toEqual({
      ...{ name: 'odds', title: 'What the odds mean', heading: 'The average', place: 2 },
      excerpt: 'The average order loses. See My results.',
    });
  });

  it('looks into titles, headings and lists, and puts those with the words in a heading first', () => {
    expect(found('spot')).toEqual([['wallets', undefined]]);
    expect(found('six')).toEqual([['wallets', undefined]]);
    expect(found('odds')).toEqual([
      ['odds', 0],
      ['odds', 2],
    ]);
    expect(found('win', 'en-US')).toEqual([['odds', 0]]);
  });

  it('shows a long section from around the first word, and from its beginning where the title holds all words', () => {
    const long = { name: 'long', title: 'Limits', source: `${'Before. '.repeat(40)}Needle. ${'After. '.repeat(40)}` };
    const excerptOf = (query: string) => search([long], query, 'en-US')[0]?.excerpt;
    expect(excerptOf('needle')).toMatch(/^…(Before. )+Needle. (After. )+.*…$/);
    expect(excerptOf('limits')).toMatch(/^Before. /);
  });

  it('finds nothing for no words, signs alone, or patterns', () => {
    for (const query of ['', '   ', '?!…', '.*', '()[]', '\\']) expect(found(query), query).toEqual([]);
  });

  it('needs no accents and no spaces', () => {
    const texts: Article[] = [
      { name: 'fr', title: 'Résultats', source: 'Le règlement est vérifié.' },
      { name: 'vi', title: 'Rút tiền', source: 'Đọc kỹ địa chỉ trước khi rút.' },
      { name: 'zh', title: '提现', source: '单笔手续费为金额的 1%，审核通过后支付。' },
      { name: 'ru', title: 'Счёт', source: 'Ещё один кошелёк.' },
    ];
    const names = (query: string, locale: string) => search(texts, query, locale).map(({ name }) => name);
    expect(names('reglement verifie', 'fr-FR')).toEqual(['fr']);
    expect(names('dia chi', 'vi-VN')).toEqual(['vi']);
    expect(names('提现手续费', 'zh-CN')).toEqual(['zh']);
    expect(names('еще кошелек', 'ru-RU')).toEqual(['ru']);
  });

  it('reads only the beginning of a long query, and answers with a limited list of short excerpts', () => {
    expect(wordsOf('a'.repeat(10_000), 'en-US')[0]).toHaveLength(80);
    expect(wordsOf(Array.from({ length: 30 }, (_, i) => `w${i}`).join(' '), 'en-US')).toHaveLength(8);
    const long = {
      name: 'long',
      title: 'Long',
      source: Array.from({ length: 99 }, (_, i) => `## ${i}\n\n${'needle in hay '.repeat(40)}`).join('\n\n'),
    };
    const answers = search([long], 'needle', 'en-US');
    expect(answers).toHaveLength(12);
    for (const { excerpt } of answers) expect(excerpt.length).toBeLessThanOrEqual(123);
  });

  it('finds a word of each article in all eight languages', () => {
    const folder = new URL('./text/', import.meta.url);
    for (const locale of locales) {
      for (const file of readdirSync(folder).filter((each) => each.endsWith(`.${locale}.md`))) {
        const source = readFileSync(new URL(file, folder), 'utf8');
        const [word] = wordsOf(source.replaceAll(/[#*|-]/g, ' '), locale).sort((a, b) => b.length - a.length);
        expect(search([{ name: file, title: '', source }], word!, locale), `${file}: ${word}`).not.toEqual([]);
      }
    }
  });
});

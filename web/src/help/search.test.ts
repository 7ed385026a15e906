import { readdirSync, readFileSync } from 'node:fs';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { wordsOf as wordsIn } from '@glasshouse/words/read';
import { describe, expect, it } from 'vitest';
import { type Article, search, wordsOf } from './search.ts';
import { explanations, type TopicName, tasks } from './topics.ts';

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
  it('finds sections with any of the words, in any order and case, those with most words first', () => {
    expect(found('LOSES average')).toEqual([['odds', 2]]);
    expect(found('win contract')).toEqual([
      ['wallets', undefined],
      ['odds', 0],
    ]);
    expect(found('how to staked zzzz')).toEqual([['odds', 0]]);
    expect(search(articles, 'results', 'en-US')[0]).toEqual({
      ...{ name: 'odds', title: 'What the odds mean', heading: 'The average', place: 2 },
      excerpt: 'The average order loses. See My results.',
    });
  });

  it('finds other endings of a word, but only from the beginning of words', () => {
    const texts = [
      { name: 'out', title: 'Withdraw', source: 'Open the page.' },
      { name: 'in', title: 'Top up', source: 'The window shows a twin.', keywords: 'deposit' },
    ];
    const names = (query: string) => search(texts, query, 'en-US').map(({ name }) => name);
    expect(names('withdrawals')).toEqual(['out']);
    expect(names('deposit')).toEqual(['in']);
    expect(names('win')).toEqual(['in']);
    expect(names('indow')).toEqual([]);
    expect(names('wi')).toEqual([]);
  });

  it('searches titles, headings and lists, and ranks matches in a heading first', () => {
    expect(found('spot')).toEqual([['wallets', undefined]]);
    expect(found('six')).toEqual([['wallets', undefined]]);
    expect(found('odds')).toEqual([
      ['odds', 0],
      ['odds', 2],
    ]);
    expect(found('win', 'en-US')).toEqual([['odds', 0]]);
  });

  it('shows a long section from around the first word, and from its beginning if the title has all words', () => {
    const long = { name: 'long', title: 'Limits', source: `${'Before. '.repeat(40)}Needle. ${'After. '.repeat(40)}` };
    const excerptOf = (query: string) => search([long], query, 'en-US')[0]?.excerpt;
    expect(excerptOf('needle')).toMatch(/^…(Before. )+Needle. (After. )+.*…$/);
    expect(excerptOf('limits')).toMatch(/^Before. /);
  });

  it('finds nothing for an empty query, punctuation or patterns', () => {
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

  it('reads only the beginning of a long query, and returns a limited list of short excerpts', () => {
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

  it('finds the right topic first for common questions in all eight languages', () => {
    const questions: Record<Locale, Record<string, string>> = {
      'en-US': {
        'trade password': 'password',
        'forgot trade password': 'password',
        'how do I withdraw': 'withdraw',
        withdrawal: 'withdraw',
        'send money': 'send',
        fees: 'withdraw',
        review: 'reviews',
        'how long does a review take': 'reviews',
        deposit: 'topup',
        "can't log in": 'login',
      },
      'zh-CN': { 忘记交易密码: 'password', 提现: 'withdraw', 转账给朋友: 'send', 审核要多久: 'reviews' },
      'zh-HK': { 忘記交易密碼: 'password', 提款: 'withdraw', 轉帳給朋友: 'send', 審核要多久: 'reviews' },
      'ja-JP': { 取引パスワードを忘れた: 'password', 出金: 'withdraw', 送金したい: 'send', 審査の時間: 'reviews' },
      'ko-KR': { '거래 비밀번호를 잊어버렸어요': 'password', 출금: 'withdraw', 송금: 'send', '심사 시간': 'reviews' },
      'fr-FR': {
        'code de transaction oublié': 'password',
        retirer: 'withdraw',
        'envoyer de l’argent': 'send',
        'durée de l’examen': 'reviews',
      },
      'ru-RU': {
        'забыл торговый пароль': 'password',
        'вывести деньги': 'withdraw',
        'отправить деньги': 'send',
        'сколько длится проверка': 'reviews',
      },
      'vi-VN': {
        'quên mật khẩu giao dịch': 'password',
        'rút tiền': 'withdraw',
        'chuyển tiền': 'send',
        'xét duyệt bao lâu': 'reviews',
      },
    };
    for (const locale of locales) {
      const { help } = wordsIn('help', 'app', locale) as {
        help: Record<TopicName, string> & { keywords: Record<string, string> };
      };
      const texts = [...tasks, ...explanations].map(({ name }) => ({
        ...{ name, title: help[name], keywords: help.keywords[name] ?? '' },
        source: readFileSync(new URL(`./text/${name}.${locale}.md`, import.meta.url), 'utf8'),
      }));
      for (const [query, topic] of Object.entries(questions[locale]))
        expect(search(texts, query, locale)[0]?.name, `${locale}: ${query}`).toBe(topic);
    }
  });

  it('finds a word of each article in all eight languages', () => {
    const folder = new URL('./text/', import.meta.url);
    for (const locale of locales) {
      for (const file of readdirSync(folder).filter((each) => each.endsWith(`.${locale}.md`))) {
        const source = readFileSync(new URL(file, folder), 'utf8');
        const [word] = wordsOf(source.replaceAll(/\]\([^)]*\)|[#*|-]/g, ' '), locale).sort(
          (a, b) => b.length - a.length,
        );
        expect(search([{ name: file, title: '', source }], word!, locale), `${file}: ${word}`).not.toEqual([]);
      }
    }
  });
});

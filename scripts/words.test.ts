import { expect, test } from 'vitest';
import { wordsByDomain } from '../words/read.ts';
import { compare, dotted, leaves, leftInEnglish, replacedWordsIn, strangers, unused } from './words.ts';

const english = leaves({ home: { title: 'Home page', left: { one: '{count} day left', other: '{count} days left' } } });

test('missing, extra, empty and differently filled texts are reported', () => {
  const russian = {
    one: 'Остался {count} день',
    few: 'Осталось {count} дня',
    many: 'Осталось {count} дней',
    other: 'Осталось {count} дня',
  };
  const fine = leaves({ home: { title: 'Главная', left: russian } });
  expect(compare('ru-RU', fine, english)).toEqual([]);
  const { few: _, ...without } = russian;
  expect(compare('ru-RU', leaves({ home: { title: 'Главная', left: without } }), english)).toEqual([
    'ru-RU: home.left has no form for few',
  ]);
  expect(compare('ru-RU', leaves({ home: { left: russian } }), english)).toEqual(['ru-RU: home.title is missing']);
  expect(compare('ru-RU', leaves({ home: { title: ' ', left: russian } }), english)).toEqual([
    'ru-RU: home.title is empty',
  ]);
  expect(compare('ru-RU', leaves({ home: { title: 'Главная {x}', left: russian } }), english)).toEqual([
    'ru-RU: home.title has other placeholders',
  ]);
  expect(compare('ru-RU', leaves({ home: { title: 'Главная', extra: 'Лишнее', left: russian } }), english)).toEqual([
    'ru-RU: home.extra is in no other language',
  ]);
});

test('English left in another language is reported, but not names and units', () => {
  expect(leftInEnglish('ru-RU', 'Home page', 'Home page')).toBe(true);
  expect(leftInEnglish('ja-JP', '残高 balance', 'Your balance')).toBe(true);
  expect(leftInEnglish('fr-FR', 'Home page', 'Home page')).toBe(true);
  expect(leftInEnglish('fr-FR', 'Accueil', 'Home page')).toBe(false);
  expect(leftInEnglish('zh-CN', 'USDT 余额 {amount}', 'USDT balance {amount}')).toBe(false);
});

test('a key that no source uses is reported', () => {
  const sources = "t('home.title'); t(`titles.${name}`)";
  expect(unused(['home.title', 'titles.login', 'home.old'], sources)).toEqual(['home.old']);
});

test('words of a domain that no page of a folder names are reported', () => {
  const owners = new Map([
    ['ui', 'app'],
    ['home', 'home'],
    ['assets', 'assets'],
    ['tape', 'market'],
  ]);
  const pages = "page('/home', 'titles.home', { words: ['home', 'market'] }, load)";
  expect(strangers('home', `${pages}; t('ui.ok'); t('home.title'); t(\`tape.\${name}\`)`, owners)).toEqual([]);
  expect(strangers('home', `${pages}; t('assets.total')`, owners)).toEqual(['assets']);
  expect(strangers('app', "withWords(import('./a.tsx'), ['assets']); t('assets.total'); t('home.x')", owners)).toEqual([
    'home',
  ]);
});

test('a replaced word is reported as a complete word, in every script', () => {
  expect(replacedWordsIn('en-US', 'app', 'A second contract ends')).toEqual(['second contract']);
  expect(replacedWordsIn('en-US', 'app', 'Every second contracted')).toEqual([]);
  expect(replacedWordsIn('ru-RU', 'help', 'Лента опечатывается')).toEqual(['опечатыва-']);
  expect(replacedWordsIn('zh-HK', 'app', '你們的帳戶')).toEqual([]);
  expect(replacedWordsIn('zh-HK', 'app', '你的賬戶')).toEqual(['賬', '你']);
  expect(replacedWordsIn('fr-FR', 'server', 'Compte gelé !')).toEqual(['a plain space before : ; ? ! » %', 'gelé']);
  expect(replacedWordsIn('fr-FR', 'office', 'Compte gelé\u00a0!')).toEqual([]);
  expect(replacedWordsIn('vi-VN', 'app', 'Điểm kiểm tra')).toEqual([]);
});

test('a name that contains a dot is reported at any depth', () => {
  expect(dotted({ home: { title: 'Home page', by: { seed: 'Seed' } } })).toEqual([]);
  expect(dotted({ home: { title: 'Home page', 'by.seed': 'Seed' } })).toEqual(['by.seed']);
});

test('sentences that a product has for screens of other domains are among the words of those', () => {
  const words = wordsByDomain('app', 'en-US');
  expect(words.get('records')).toMatchObject({ records: { tabs: { all: 'All', spot: 'Spot' } } });
  expect(Object.keys(words.get('spot')!)).toEqual(['spot']);
  expect(wordsByDomain('server', 'en-US').get('records')).toMatchObject({ 'records.kind.spot': 'Spot trade' });
});

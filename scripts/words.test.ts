import { expect, test } from 'vitest';
import { compare, leaves, leftInEnglish, unused } from './words.ts';

const english = leaves({ home: { title: 'Home page', left: { one: '{count} day left', other: '{count} days left' } } });

test('a missing, extra, empty or differently filled text is found', () => {
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

test('English left in another language is found, names and units are not', () => {
  expect(leftInEnglish('ru-RU', 'Home page', 'Home page')).toBe(true);
  expect(leftInEnglish('ja-JP', '残高 balance', 'Your balance')).toBe(true);
  expect(leftInEnglish('fr-FR', 'Home page', 'Home page')).toBe(true);
  expect(leftInEnglish('fr-FR', 'Accueil', 'Home page')).toBe(false);
  expect(leftInEnglish('zh-CN', 'USDT 余额 {amount}', 'USDT balance {amount}')).toBe(false);
});

test('a key that nothing names is found', () => {
  const sources = "t('home.title'); t(`titles.${name}`)";
  expect(unused(['home.title', 'titles.login', 'home.old'], sources)).toEqual(['home.old']);
});

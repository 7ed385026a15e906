import { expect, test } from 'vitest';
import { locales } from '../locales.ts';
import { termText } from './term-text.ts';

test('a term is written in full days, else in full hours, else in seconds, in each language', () => {
  const written = locales.map((locale) => [
    locale,
    ...[{ days: 7 }, { seconds: 86_400 }, { days: null, seconds: 3600 }].map((runs) => termText(locale, runs)),
  ]);
  expect(Object.fromEntries(written.map(([locale, ...terms]) => [locale, terms]))).toEqual({
    'en-US': ['7 days', '1 day', '1 hour'],
    'zh-CN': ['7 天', '1 天', '1 小时'],
    'zh-HK': ['7 日', '1 日', '1 小時'],
    'ja-JP': ['7日', '1日', '1時間'],
    'ko-KR': ['7일', '1일', '1시간'],
    'fr-FR': ['7 jours', '1 jour', '1 heure'],
    'ru-RU': ['7 дней', '1 день', '1 час'],
    'vi-VN': ['7 ngày', '1 ngày', '1 giờ'],
  });
  expect(termText('en-US', { seconds: 5400 })).toBe('5,400 seconds');
});

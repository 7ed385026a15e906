import { describe, expect, it } from 'vitest';
import { spokenBy } from './languages.ts';

describe('the language a browser requests', () => {
  it.each([
    [['ja-JP', 'en-US'], 'ja-JP'],
    [['ja'], 'ja-JP'],
    [['fr-CA', 'en-CA'], 'fr-FR'],
    [['en-GB', 'fr'], 'en-US'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-TW'], 'zh-HK'],
    [['zh-Hant'], 'zh-HK'],
    [['de-DE', 'ru', 'en'], 'ru-RU'],
    [['de-DE', 'nl'], undefined],
    [['', '-', 'x-klingon'], undefined],
    [[], undefined],
  ])('%j matches our %s', (languages, locale) => {
    expect(spokenBy(languages)).toBe(locale);
  });
});

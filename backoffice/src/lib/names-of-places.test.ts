import { locales } from '@glasshouse/protocol/locales';
import { expect, test } from 'vitest';
import { countryName } from './country.ts';
import { languageIn } from './language.ts';

test('a language is named in the language of the operator, Chinese by its script', () => {
  expect(locales.map((each) => languageIn(each, 'en-US'))).toEqual([
    ...[
      'English',
      'Simplified Chinese',
      'Traditional Chinese',
      'Japanese',
      'Korean',
      'Vietnamese',
      'Russian',
      'French',
    ],
  ]);
  expect(languageIn('fr-FR', 'zh-CN')).toBe('法语');
});

test('a country is named in the language of the operator, and by its code where there is no name', () => {
  expect(countryName('JP', 'en-US')).toBe('Japan');
  expect(countryName('JP', 'zh-CN')).toBe('日本');
  expect(countryName('not a country', 'en-US')).toBe('not a country');
});

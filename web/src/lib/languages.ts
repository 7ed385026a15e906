import type { Locale } from '@glasshouse/protocol/locales';

/** Each language in its own words: someone lost in a foreign one must find theirs. */
export const languageNames: Record<Locale, string> = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'vi-VN': 'Tiếng Việt',
  'ru-RU': 'Русский',
  'fr-FR': 'Français',
};

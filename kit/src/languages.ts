import { isLocale, type Locale, locales } from '@glasshouse/protocol/locales';

/** Each language by its own name, so that users can find theirs from any language. */
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

/**
 * The supported language closest to a browser's tag. Chinese is matched by script, or by the region that implies it.
 */
function nearest(tag: string): Locale | undefined {
  if (isLocale(tag)) return tag;
  const [language, ...parts] = tag.toLowerCase().split('-');
  if (language === 'zh') {
    if (parts.includes('hans')) return 'zh-CN';
    return parts.some((part) => /^(hant|tw|hk|mo)$/.test(part)) ? 'zh-HK' : 'zh-CN';
  }
  return locales.find((locale) => locale.startsWith(`${language}-`));
}

/** The first of a browser's languages that is supported. */
export const spokenBy = (languages: readonly string[]): Locale | undefined => {
  for (const tag of languages.slice(0, 20)) {
    const found = nearest(tag);
    if (found) return found;
  }
  return undefined;
};

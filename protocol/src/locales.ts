/** The eight languages, by the codes that callers send in `think_lang`. */
export const locales = ['en-US', 'zh-CN', 'zh-HK', 'ja-JP', 'ko-KR', 'vi-VN', 'ru-RU', 'fr-FR'] as const;
export type Locale = (typeof locales)[number];

/** The language of a new visitor, and the fallback for missing texts. */
export const defaultLocale: Locale = 'en-US';
export const fallbackLocale: Locale = 'ja-JP';

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

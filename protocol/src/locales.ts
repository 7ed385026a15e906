/** The eight languages of the product, as the caller names them in `think_lang`. */
export const locales = ['en-US', 'zh-CN', 'zh-HK', 'ja-JP', 'ko-KR', 'vi-VN', 'ru-RU', 'fr-FR'] as const;
export type Locale = (typeof locales)[number];

/** What a new visitor sees, and what is shown where a text is missing. */
export const defaultLocale: Locale = 'en-US';
export const fallbackLocale: Locale = 'ja-JP';

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);

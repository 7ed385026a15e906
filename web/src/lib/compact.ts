import type { Locale } from '@glasshouse/protocol/locales';

/** Chinese, Japanese and Korean group numbers by ten thousands. */
const tenThousands: Partial<Record<Locale, string>> = {
  'zh-CN': '万亿',
  'zh-HK': '萬億',
  'ja-JP': '万億兆',
  'ko-KR': '만억조',
};

/**
 * Shortens an amount to at least three digits of whole units: `1240000000` as `1.24B`, in Chinese as `12.4亿`. The rest
 * is cut off, never rounded up.
 */
export function compact(amount: string, locale: Locale): string {
  const own = tenThousands[locale];
  const [step, units] = [own ? 4 : 3, ['', ...(own ?? 'KMBT')]];
  const digits = amount.replace(/\..*$/, '');
  const unit = Math.min(units.length - 1, Math.floor((digits.length - 1) / step));
  const whole = digits.slice(0, digits.length - unit * step);
  const fraction = unit === 0 ? '' : digits.slice(whole.length, Math.max(whole.length, 3));
  return whole + (fraction && `.${fraction}`) + units[unit];
}

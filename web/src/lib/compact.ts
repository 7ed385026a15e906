import type { Locale } from '@glasshouse/protocol/locales';

type Scale = { digits: number; units: readonly string[] };
const thousands: Scale = { digits: 3, units: ['', 'K', 'M', 'B', 'T'] };
/** Chinese, Japanese and Korean count in steps of ten thousand. */
const tenThousands: Partial<Record<Locale, Scale>> = {
  'zh-CN': { digits: 4, units: ['', '万', '亿', '万亿'] },
  'zh-HK': { digits: 4, units: ['', '萬', '億', '萬億'] },
  'ja-JP': { digits: 4, units: ['', '万', '億', '兆'] },
  'ko-KR': { digits: 4, units: ['', '만', '억', '조'] },
};

/**
 * A whole amount in at least three figures: `1240000000` as `1.24B`, in Chinese as `12.4亿`. The rest is cut off, never rounded up.
 */
export function compact(amount: string, locale: Locale): string {
  const { digits: step, units } = tenThousands[locale] ?? thousands;
  const digits = amount.replace(/\..*$/, '');
  const unit = Math.min(units.length - 1, Math.floor((digits.length - 1) / step));
  const whole = digits.slice(0, digits.length - unit * step);
  const fraction = unit === 0 ? '' : digits.slice(whole.length, Math.max(whole.length, 3));
  return whole + (fraction && `.${fraction}`) + units[unit];
}

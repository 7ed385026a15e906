import type { Locale } from '../locales.ts';

/** The duration of a product: days for trust products and machines, seconds for pledges. */
export type Runs = { days?: number | null; seconds?: number | null };

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['second', 1],
] as const;

/** Formats the duration of a product in full days, else in full hours, else in seconds. Used by app and server. */
export function termText(locale: Locale, { days, seconds }: Runs): string {
  const length = typeof days === 'number' ? days * 86_400 : (seconds ?? 0);
  const [unit, each] = units.find(([, each]) => length % each === 0)!;
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    length / each,
  );
  const textOf = (...types: string[]) =>
    parts.flatMap(({ type, value }) => (types.includes(type) ? value : [])).join('');
  // Japanese and Korean use no space. Intl writes one in Japanese and none in zh-CN.
  return `${textOf('integer', 'group')}${/^(ja|ko)/.test(locale) ? '' : ' '}${textOf('unit')}`;
}

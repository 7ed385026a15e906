import type { Locale } from '../locales.ts';

/** How long a product runs: days for trust products and machines, seconds for pledges. */
export type Runs = { days?: number | null; seconds?: number | null };

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['second', 1],
] as const;

/** How long a product runs, in words: whole days, else whole hours, else seconds. App and server both write it with this. */
export function termText(locale: Locale, { days, seconds }: Runs): string {
  const length = typeof days === 'number' ? days * 86_400 : (seconds ?? 0);
  const [unit, each] = units.find(([, each]) => length % each === 0)!;
  const parts = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    length / each,
  );
  const textOf = (...types: string[]) =>
    parts.flatMap(({ type, value }) => (types.includes(type) ? value : [])).join('');
  // Japanese and Korean write no space; Intl writes one in Japanese and none in zh-CN.
  return `${textOf('integer', 'group')}${/^(ja|ko)/.test(locale) ? '' : ' '}${textOf('unit')}`;
}

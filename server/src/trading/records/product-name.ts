import type { Locale } from '@glasshouse/protocol/locales';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { say } from '#platform/runtime/words.ts';

type Terms = { kind: string; days: number | null; seconds: number | null };

const units = [
  ['day', 86_400],
  ['hour', 3600],
] as const;

/** How long a product runs, in words: whole days or one hour, else seconds. */
function termOf(locale: Locale, { days, seconds }: Terms): string {
  const length = days === null ? (seconds ?? 0) : days * 86_400;
  const [unit, each] = units.find(([, unit]) => length % unit === 0) ?? (['second', 1] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(length / each);
}

/** A product without a name of its own, as the app names it. */
export const productName = (locale: Locale, terms: Terms): string =>
  say(locale, `records.productName.${terms.kind as ProductKind}`, { term: termOf(locale, terms) });

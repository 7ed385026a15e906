import type { Locale } from '@glasshouse/protocol/locales';
import { type Runs, termText } from '@glasshouse/protocol/wealth/term-text';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { say } from '#platform/runtime/words.ts';

/** A wealth product without a name of its own, as the app names it. */
export const wealthName = (locale: Locale, terms: Runs & { kind: string }): string =>
  say(locale, `records.productName.${terms.kind as ProductKind}`, { term: termText(locale, terms) });

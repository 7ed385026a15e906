import type { Locale } from '@glasshouse/protocol/locales';
import { type Runs, termText } from '@glasshouse/protocol/wealth/term-text';
import { t } from './words.tsx';

type Named = { label: string; terms: Runs & { kind: 'trust' | 'pledge' | 'machine' } };

/** A wealth product's own name, or its kind and term. */
export const nameOf = (locale: Locale, { label, terms }: Named): string =>
  label || t(`wealth.names.${terms.kind}`, { term: termText(locale, terms) });

import { formatTime } from '@glasshouse/kit/format.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { t } from '../lib/words.tsx';
import type { Product } from './wealth.ts';

type Terms = { kind: 'trust' | 'machine'; days: number } | { kind: 'pledge'; seconds: number };

const periods = { 3600: 'hour', 86400: 'day', 604800: 'week', 2592000: 'month' } as const;
const isPeriod = (seconds: number): seconds is keyof typeof periods => seconds in periods;

/** How long it runs, in words. */
export const termOf = (terms: Terms): string =>
  terms.kind !== 'pledge'
    ? t('wealth.days', { count: terms.days })
    : isPeriod(terms.seconds)
      ? t(`wealth.periods.${periods[terms.seconds]}`)
      : t('ui.seconds', { seconds: terms.seconds });

/** What a product is called: by its own name, else by kind and term. */
export const nameOf = ({ label, terms }: { label: string; terms: Terms }): string =>
  label || t(`wealth.names.${terms.kind}`, { term: termOf(terms) });

/** When something of it is due: by the day as the books count days, or to the minute where it runs by the clock. */
export const dateOf = ({ kind }: Pick<Product['terms'], 'kind'>, at: number): string =>
  kind === 'pledge' ? formatTime(at).slice(0, 16) : utcDay(at);

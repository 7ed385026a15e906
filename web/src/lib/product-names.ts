import { t } from './words.tsx';

/** Pages that name products need these words. */
export const words = ['wealth'] as const;

type Runs = { kind: 'trust' | 'machine'; days: number } | { kind: 'pledge'; seconds: number };

const periods = { 3600: 'hour', 86400: 'day', 604800: 'week', 2592000: 'month' } as const;
const isPeriod = (seconds: number): seconds is keyof typeof periods => seconds in periods;

/** How long a wealth product runs, in words. */
export const termOf = (terms: Runs): string =>
  terms.kind !== 'pledge'
    ? t('wealth.days', { count: terms.days })
    : isPeriod(terms.seconds)
      ? t(`wealth.periods.${periods[terms.seconds]}`)
      : t('ui.seconds', { seconds: terms.seconds });

/** A wealth product by its own name, or by its kind and term. */
export const nameOf = ({ label, terms }: { label: string; terms: Runs }): string =>
  label || t(`wealth.names.${terms.kind}`, { term: termOf(terms) });

import type { getStatementCsv } from '@glasshouse/protocol/assets/calls';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { call } from '../lib/call.ts';
import { kindGroups } from '../lib/posting-kinds.ts';

type Ask = (from: string, until: string) => Promise<{ csv: string; complete: boolean }>;

const ask: Ask = (from, until) =>
  call<typeof getStatementCsv>('POST', '/index/assets/statementCsv', {
    wallet: 'financial',
    kinds: [...kindGroups.products, ...kindGroups.product],
    from,
    until,
  });

// The column names.
const headLines = 1;
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n').slice(headLines);

/**
 * The statement for a range of days. If one answer would exceed its row limit, each half of the range is fetched
 * separately.
 */
export async function wholeOf(of: Ask, from: string, until: string): Promise<string> {
  const { csv, complete } = await of(from, until);
  if (complete) return csv;
  if (from === until) throw new Error('one day has more rows than an answer allows');
  const middle = Math.floor((Date.parse(from) + Date.parse(until)) / 2 / dayMs) * dayMs;
  const later = await wholeOf(of, utcDay(middle + dayMs), until);
  const earlier = await wholeOf(of, from, utcDay(middle));
  return `${[later.trimEnd(), ...rowsOf(earlier)].join('\r\n')}\r\n`;
}

/** Purchases, income and redemptions of a year, newest first. */
export const fetchYear = (year: number): Promise<string> => wholeOf(ask, `${year}-01-01`, `${year}-12-31`);

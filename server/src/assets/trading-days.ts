import { tradingDays as count, type getTradingDays } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '../platform/db.ts';
import type { Sources } from './overview.ts';

/** What trading brought on each of the last days, those without a trade included. Only these days are read. */
export async function tradingDays(
  tx: Tx,
  now: Date,
  owner: bigint,
  { tradingFrom }: Pick<Sources, 'tradingFrom'>,
): Promise<Output<typeof getTradingDays>> {
  const today = Math.floor(now.getTime() / dayMs);
  const first = today - count + 1;
  const results = await tradingFrom(tx, owner, first);
  const days = Array.from({ length: count }, (_, place) => first + place);
  return { days: days.map((day) => ({ day: utcDay(day * dayMs), result: formatUsdt(results.get(day) ?? 0n) })) };
}

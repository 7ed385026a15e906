import { type Coin, coins as marketCoins } from '@glasshouse/protocol/market/coins';
import { type DayPlan, openDay, type SyntheticDay } from '@glasshouse/protocol/market/synthetic';
import { dayOf } from '@glasshouse/protocol/market/tape';
import type { Source } from './source.ts';

/** Prices made from each day's plan; `planFor` makes and announces a plan where there is none. */
export function syntheticSource(
  planFor: (day: number) => Promise<DayPlan>,
  coins: readonly Coin[] = marketCoins,
): Source {
  let open: { day: number; made: SyntheticDay } | undefined;
  return {
    name: 'synthetic',
    at: async (slot) => {
      const day = dayOf(slot);
      if (open?.day !== day) open = { day, made: openDay(await planFor(day), coins) };
      return open.made.at(slot);
    },
    close: () => {},
  };
}

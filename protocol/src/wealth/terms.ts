/** Trust products and mining machines pay by the day, pledges at the end of their period. */
export const productKinds = ['trust', 'pledge', 'machine'] as const;
export type ProductKind = (typeof productKinds)[number];

/** What a product promises. `unit` is what one share, one machine or the smallest step of a pledge costs, in units of its currency. */
export type Terms =
  /** So many hundredths of a percent a year of 365 days, simple, for so many days; then the amount comes back. */
  | { kind: 'trust'; unit: bigint; rateBp: number; days: number }
  /** So many billionths of the amount for one period, paid at its end together with the amount. */
  | { kind: 'pledge'; unit: bigint; ratePpb: number; seconds: number }
  /** So much a day for each machine, for so many days. The price is spent. */
  | { kind: 'machine'; unit: bigint; daily: bigint; days: number };

/** How far an order of a product is. */
export const holdingStates = ['not_started', 'in_progress', 'settling', 'ended'] as const;
export type HoldingState = (typeof holdingStates)[number];

/** How long pledges may be. */
export const pledgeSeconds = [3_600, 86_400, 604_800, 2_592_000] as const;

/** What terms may be; the database holds the same. With these, no sum of an order leaves 63 bits. */
export const termBounds = {
  unit: { least: 10_000n, most: 100_000_000_000n },
  rateBp: { least: 1, most: 5_000 },
  ratePpb: { least: 1, most: 100_000_000 },
  /** At most the price. */
  daily: { least: 1n },
  days: { least: 1, most: 730 },
  /** Of what one order, one person or the whole product may come to, in units of its currency. */
  amount: { most: 1_000_000_000_000n },
  quota: { most: 1_000_000_000_000_000n },
} as const;

/** How many hundredths of a percent make the whole, over a year as the rate counts it. */
export const wholeYear = 10_000n * 365n;
export const wholePeriod = 1_000_000_000n;

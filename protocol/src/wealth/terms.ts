/** Trust products and mining machines pay by the day, pledges at the end of their period. */
export const productKinds = ['trust', 'pledge', 'machine'] as const;
export type ProductKind = (typeof productKinds)[number];

/**
 * The terms of a product. `unit` is the price of one share or machine, or the smallest step of a pledge, in units of
 * its currency.
 */
export type Terms =
  /**
   * `rateBp` is a simple annual rate (365 days) in hundredths of a percent, paid for `days` days. Then the amount is
   * returned.
   */
  | { kind: 'trust'; unit: bigint; rateBp: number; days: number }
  /** Interest for one period in billionths of the amount, paid at its end together with the amount. */
  | { kind: 'pledge'; unit: bigint; ratePpb: number; seconds: number }
  /** A daily amount per machine for `days` days. The price is not returned. */
  | { kind: 'machine'; unit: bigint; daily: bigint; days: number };

/** The states of an order of a product. */
export const holdingStates = ['not_started', 'in_progress', 'settling', 'ended'] as const;
export type HoldingState = (typeof holdingStates)[number];

/** Available durations of pledges. */
export const pledgeSeconds = [3_600, 86_400, 604_800, 2_592_000] as const;

/** Bounds of the terms. The database has the same. Within them, all sums of an order fit into 63 bits. */
export const termBounds = {
  unit: { least: 10_000n, most: 100_000_000_000n },
  rateBp: { least: 1, most: 5_000 },
  ratePpb: { least: 1, most: 100_000_000 },
  /** At most the price. */
  daily: { least: 1n },
  days: { least: 1, most: 730 },
  /** Limits for one order, one person and the total of a product, in units of its currency. */
  amount: { most: 1_000_000_000_000n },
  quota: { most: 1_000_000_000_000_000n },
} as const;

/** Hundredths of a percent in 100 %, times the days of the rate's year. */
export const wholeYear = 10_000n * 365n;
export const wholePeriod = 1_000_000_000n;

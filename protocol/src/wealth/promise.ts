import { type Terms, wholePeriod, wholeYear } from './terms.ts';

/** The total income of an amount, rounded down. For a machine, the amount is what was spent on its price. */
export function incomeOf(terms: Terms, amount: bigint): bigint {
  switch (terms.kind) {
    case 'trust':
      return (amount * BigInt(terms.rateBp) * BigInt(terms.days)) / wholeYear;
    case 'pledge':
      return (amount * BigInt(terms.ratePpb)) / wholePeriod;
    case 'machine':
      return (amount * terms.daily * BigInt(terms.days)) / terms.unit;
  }
}

/** The buyer's gain. A machine's price is spent, so it is subtracted from the income. */
export const gainOf = (terms: Terms, amount: bigint): bigint =>
  incomeOf(terms, amount) - (terms.kind === 'machine' ? amount : 0n);

/**
 * The maximum that the house owes when the entire quota is sold: income and returned amounts. Each order is rounded
 * down separately, so the sum of all payments never exceeds it.
 */
export function maxOwed(terms: Terms, quota: bigint): { income: bigint; principal: bigint } {
  const amount = quota * terms.unit;
  return { income: incomeOf(terms, amount), principal: terms.kind === 'machine' ? 0n : amount };
}

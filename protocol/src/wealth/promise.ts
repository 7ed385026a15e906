import { type Terms, wholePeriod, wholeYear } from './terms.ts';

/** What an amount brings in all, rounded down. For a machine: what so much spent on its price brings. */
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

/** What is left of that for the buyer: a machine's price is spent, so it counts against its income. */
export const gainOf = (terms: Terms, amount: bigint): bigint =>
  incomeOf(terms, amount) - (terms.kind === 'machine' ? amount : 0n);

/**
 * What the house owes at most when a whole quota is taken: income and the amounts that come back. Each order is rounded down for itself, so
 * all of them together are never paid more.
 */
export function maxOwed(terms: Terms, quota: bigint): { income: bigint; principal: bigint } {
  const amount = quota * terms.unit;
  return { income: incomeOf(terms, amount), principal: terms.kind === 'machine' ? 0n : amount };
}

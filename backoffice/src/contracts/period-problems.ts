import { maxOpenOrders, nearestReturn, termLimits } from '@glasshouse/protocol/contracts/office-terms';
import { parseDecimal, writeTidily } from '@glasshouse/protocol/decimal';
import { scales } from '@glasshouse/protocol/money';
import { type BrokenRule, checkBounded } from '../lib/rules.ts';

export type PeriodText = { seconds: string; returnPercent: string };
export const amountNames = ['minStake', 'maxStake', 'maxOpen'] as const;
type AmountName = (typeof amountNames)[number];
export type TermsText = Record<AmountName, string> & { periods: readonly PeriodText[] };
type PeriodProblem = Partial<Record<keyof PeriodText, BrokenRule | { rule: 'repeated' }>>;
export type PeriodProblems = Partial<Record<AmountName, BrokenRule>> & { periods: readonly PeriodProblem[] };

const decimals = scales.USDT;
const smallest = writeTidily(1n, decimals);
const unitsOf = (text: string): bigint | undefined => {
  const units = parseDecimal(text, decimals);
  return units !== undefined && units > 0n ? units : undefined;
};

type TermsInForce = Record<AmountName, string> & { periods: readonly { seconds: number; returnPercent: string }[] };

/**
 * The broken rules of typed contract terms, at the fields that were changed. The server checks them too, and also knows
 * the changes of today.
 */
export function periodProblems(inForce: TermsInForce, typed: TermsText): PeriodProblems {
  const problems: PeriodProblems = {
    ...amountProblems(inForce, typed),
    periods: typed.periods.map((period, place) => problemsOf(period, typed.periods.slice(0, place))),
  };
  return problems;

  function problemsOf({ seconds, returnPercent }: PeriodText, before: readonly PeriodText[]): PeriodProblem {
    const length = /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined;
    if (length === undefined) return { seconds: { rule: 'whole' } };
    if (length < 1 || length > termLimits.seconds)
      return { seconds: { rule: 'bounds', least: '1', most: String(termLimits.seconds) } };
    if (before.some((other) => Number(other.seconds) === length)) return { seconds: { rule: 'repeated' } };
    const broken = checkBounded('returnPercent', nearestReturn(inForce.periods, length), returnPercent);
    return broken ? { returnPercent: broken } : {};
  }
}

type AmountProblems = Partial<Record<AmountName, BrokenRule>>;

function amountProblems(inForce: TermsInForce, typed: TermsText): AmountProblems {
  const [minStake, maxStake, maxOpen] = amountNames.map((name) => unitsOf(typed[name]));
  const number = { rule: 'number', decimals } as const;
  if (minStake === undefined) return { minStake: number };
  if (maxStake === undefined) return { maxStake: number };
  if (maxOpen === undefined) return { maxOpen: number };
  const atMost = (most: string): BrokenRule => ({ rule: 'bounds', least: smallest, most });
  if (maxStake > unitsOf(termLimits.maxStake)!) return { maxStake: atMost(termLimits.maxStake) };
  if (maxOpen > unitsOf(termLimits.maxOpen)!) return { maxOpen: atMost(termLimits.maxOpen) };
  if (minStake > maxStake) return outOfOrder('minStake', 'maxStake');
  if (maxStake > maxOpen) return outOfOrder('maxStake', 'maxOpen');
  if (maxOpen / minStake <= maxOpenOrders) return {};
  const mostOpen = writeTidily((maxOpenOrders + 1n) * minStake - 1n, decimals);
  if (isChanged('maxOpen')) return { maxOpen: { rule: 'bounds', least: typed.maxStake, most: mostOpen } };
  const least = writeTidily(maxOpen / (maxOpenOrders + 1n) + 1n, decimals);
  return { minStake: { rule: 'bounds', least, most: typed.maxStake } };

  function isChanged(name: AmountName): boolean {
    return unitsOf(typed[name]) !== unitsOf(inForce[name]);
  }
  function outOfOrder(lower: AmountName, upper: AmountName): AmountProblems {
    return {
      ...(isChanged(lower) && { [lower]: { rule: 'above', other: upper, value: typed[upper] } }),
      ...(isChanged(upper) && { [upper]: { rule: 'below', other: lower, value: typed[lower] } }),
    };
  }
}

/** The names of the fields with a problem, as the server names them. */
export function problemFields({ periods, ...amounts }: PeriodProblems): string[] {
  const inPeriods = periods.flatMap((problem, place) =>
    Object.keys(problem).map((name) => `terms.periods.${place}.${name}`),
  );
  return [...Object.keys(amounts).map((name) => `terms.${name}`), ...inPeriods];
}

import type { Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Holding, showHolding } from '@glasshouse/protocol/wealth/calls';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { type Payment, type Schedule, scheduleOf } from '@glasshouse/protocol/wealth/schedule';

/** An order as its owner sees it, with its bookings. */
export type Shown = Output<typeof showHolding>;

/** All payments of an order, computed here. */
export const scheduleFor = ({ terms, units, boughtAt }: Holding): Schedule =>
  scheduleOf(readTerms(terms), BigInt(units), Date.parse(boughtAt));

/** The data that is compared. */
type Books = Pick<Shown, 'holding' | 'income' | 'returned'>;

/** The payments an order will have in total. One that ended early has only those that are booked. */
export function promised({ holding, income }: Omit<Books, 'returned'>): readonly Payment[] {
  const all = scheduleFor(holding).income;
  return holding.ending === null || holding.ending === 'matured' ? all : all.slice(0, income.length);
}

/** Whether the bookings so far are exactly what the terms require. */
export function agrees({ holding, income, returned }: Books): boolean {
  const schedule = scheduleFor(holding);
  const due = holding.ending === 'matured' ? schedule.income : schedule.income.slice(0, income.length);
  const comesBack = holding.ending === null ? 0n : schedule.returned;
  return (
    due.length === income.length &&
    income.every(({ at, amount }, place) => {
      const part = due[place]!;
      return Date.parse(at) === part.at && amount === formatUsdt(part.amount);
    }) &&
    (comesBack === 0n ? returned === null : returned?.amount === formatUsdt(comesBack))
  );
}

/** Whether everything that is due by now is booked. */
export function isComplete({ holding, income }: Omit<Books, 'returned'>, now: number): boolean {
  if (holding.endedAt !== null) return true;
  if (Date.parse(holding.endsAt) <= now) return false;
  return scheduleFor(holding).income.filter(({ at }) => at <= now).length <= income.length;
}

import { signedBy } from '../market/tape.ts';
import { formatUsdt } from '../money.ts';
import type { IncomeFile } from './calls.ts';
import { misfitOf, sealedBytes } from './income-form.ts';
import { readTerms } from './read-terms.ts';
import { type Payment, type Schedule, scheduleOf } from './schedule.ts';
import { termBounds } from './terms.ts';

// Recomputes an order's income from its terms, its units and the time of purchase. No other claim in the file is
// trusted.

type CheckName = 'form' | 'seal' | 'keys' | 'terms' | 'amount' | 'dates' | 'income' | 'earned' | 'returned' | 'state';
/** The value in the file and the recomputed value. If both are empty, the name says everything. */
export type IncomeCheck = { name: CheckName; ok: boolean; given: string; wanted: string };

const same = (name: CheckName, given: string, wanted: string): IncomeCheck => ({
  name,
  ok: given === wanted,
  given,
  wanted,
});
const holds = (name: CheckName, ok: boolean): IncomeCheck => ({ name, ok, given: '', wanted: '' });
const iso = (at: number) => new Date(at).toISOString();
const spell = (parts: readonly { at: string; amount: string }[]) => parts.map(({ at, amount }) => `${at} ${amount}`);
const written = ({ at, amount }: Payment) => ({ at: iso(at), amount: formatUsdt(amount) });

/** Due payments are booked within minutes, so a new file may lack the latest one. */
const grace = 10 * 60_000;

/** The minimum and maximum number of payments that the file may list as booked. */
function bookedOf({ holding, time }: IncomeFile, { income }: Schedule): { least: number; most: number } {
  const until = (at: number) => income.filter((part) => part.at <= at).length;
  const daily = holding.terms.kind !== 'pledge';
  if (holding.ending === 'matured') return { least: income.length, most: income.length };
  if (holding.ending !== null) {
    const had = daily ? until(Date.parse(holding.endedAt!)) : 0;
    return { least: had, most: had };
  }
  // Interest of a pledge is paid at its end.
  return daily ? { least: until(time - grace), most: until(time + grace) } : { least: 0, most: 0 };
}

function checkIncomeList(file: IncomeFile, schedule: Schedule): IncomeCheck {
  const { least, most } = bookedOf(file, schedule);
  const count = Math.min(most, Math.max(least, file.income.length));
  const [given, wanted] = [spell(file.income), spell(schedule.income.slice(0, count).map(written))];
  const place = Array.from({ length: Math.max(given.length, wanted.length) }).findIndex(
    (_, at) => given[at] !== wanted[at],
  );
  return same('income', given[place] ?? '', wanted[place] ?? '');
}

/** Checks that state and end match the clock, or an early end. */
function checkState({ holding, time }: IncomeFile, { startsAt, endsAt }: Schedule): IncomeCheck {
  const { state, ending, endedAt, terms, boughtAt } = holding;
  if (ending === null) {
    const wanted = endsAt <= time ? 'settling' : startsAt > time ? 'not_started' : 'in_progress';
    return endedAt === null ? same('state', state, wanted) : same('state', `ended at ${endedAt}`, wanted);
  }
  const at = endedAt === null ? Number.NaN : Date.parse(endedAt);
  const inTime =
    at <= time + grace && (ending === 'matured' ? at >= endsAt : at < endsAt && at >= Date.parse(boughtAt));
  if (!inTime || (ending === 'early' && terms.kind !== 'pledge'))
    return same('state', `${ending} at ${endedAt}`, `due at ${iso(endsAt)}`);
  return same('state', state, 'ended');
}

function checkReturned({ holding, returned }: IncomeFile, { returned: amount, endsAt }: Schedule): IncomeCheck {
  const at = holding.ending === 'matured' ? iso(endsAt) : holding.endedAt!;
  const back = holding.ending !== null && amount > 0n ? [{ at, amount: formatUsdt(amount) }] : [];
  return same('returned', spell(returned ? [returned] : []).join(), spell(back).join());
}

/** Runs all checks. Nothing in `value` is trusted. */
export async function checkIncome(value: unknown, keys?: readonly string[]): Promise<IncomeCheck[]> {
  const misfit = misfitOf(value);
  if (misfit !== undefined) return [{ name: 'form', ok: false, given: misfit, wanted: '' }];
  const file = value as IncomeFile;
  const { holding, income, seal } = file;
  const signed = await signedBy(seal.publicKey, seal.signature, sealedBytes(file)).catch(() => false);
  const checks = [holds('seal', signed)];
  if (keys)
    checks.push({ name: 'keys', ok: keys.includes(seal.publicKey), given: seal.publicKey, wanted: keys.join() });
  const terms = readTerms(holding.terms);
  const { unit, amount } = termBounds;
  const bounded =
    terms.unit >= unit.least &&
    terms.unit <= unit.most &&
    terms.unit * BigInt(holding.units) <= amount.most &&
    (terms.kind !== 'machine' || (terms.daily > 0n && terms.daily <= terms.unit));
  // No product was ever offered outside the bounds.
  if (!bounded) return [...checks, holds('terms', false)];
  const schedule = scheduleOf(terms, BigInt(holding.units), Date.parse(holding.boughtAt));
  const booked = schedule.income.slice(0, income.length).reduce((sum, part) => sum + part.amount, 0n);
  return [
    ...checks,
    same('amount', holding.amount, formatUsdt(schedule.amount)),
    same('dates', `${holding.startsAt} to ${holding.endsAt}`, `${iso(schedule.startsAt)} to ${iso(schedule.endsAt)}`),
    checkIncomeList(file, schedule),
    same('earned', holding.earned, formatUsdt(booked)),
    checkReturned(file, schedule),
    checkState(file, schedule),
  ];
}

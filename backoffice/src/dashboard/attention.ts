import { parseUnits } from '@glasshouse/protocol/money';
import { targetOf } from '../lib/kinds.ts';
import { minutesSince } from '../lib/times.ts';
import type { Figures } from './Panel.tsx';

/** The newest price counts as late above this age. */
export const lateMs = 3000;
// A day is unusual from three times the mean of the days before it. A small number of sign-ups is never unusual.
const unusualTimes = 3;
const minSignUps = 10;

export type Attention =
  | { what: 'drift'; count: number }
  | { what: 'noPrices' }
  | { what: 'backups'; problem: NonNullable<Figures['backups']['problem']> }
  | { what: 'latePrices'; ms: number }
  | { what: 'stuckDay'; day: string }
  | { what: 'gaps' | 'missed' | 'overdue' | 'frozenWithdrawals'; count: number }
  | { what: 'lateCase'; kind: string; minutes: number; target: number }
  | { what: 'signUps'; count: number; usual: number }
  | { what: 'paidOut' };
const urgent: readonly Attention['what'][] = ['drift', 'noPrices', 'latePrices', 'stuckDay', 'overdue', 'backups'];
export const isUrgent = ({ what }: Attention): boolean => urgent.includes(what);

/** Late or unusual figures: the site itself first, then waiting work, then unusual days. */
export function attentionOf(figures: Figures, time: number): Attention[] {
  const { books, tape, settlement, backups, queues, money, signUps } = figures;
  const found: Attention[] = [];
  if (books.drift > 0) found.push({ what: 'drift', count: books.drift });
  if (tape.ageMs === null) found.push({ what: 'noPrices' });
  else if (tape.ageMs > lateMs) found.push({ what: 'latePrices', ms: tape.ageMs });
  if (tape.stuckDay !== null) found.push({ what: 'stuckDay', day: tape.stuckDay });
  if (settlement.overdue > 0) found.push({ what: 'overdue', count: settlement.overdue });
  if (backups.problem) found.push({ what: 'backups', problem: backups.problem });
  for (const { kind, oldestAt } of queues) {
    const [minutes, target] = [oldestAt === null ? 0 : minutesSince(oldestAt, time), targetOf(kind)];
    if (minutes > target) found.push({ what: 'lateCase', kind, minutes, target });
  }
  const frozen = money.waiting.filter(({ at }) => at === 'withdraw_on_hold').reduce((sum, { count }) => sum + count, 0);
  if (frozen > 0) found.push({ what: 'frozenWithdrawals', count: frozen });
  if (tape.gapsToday > 0) found.push({ what: 'gaps', count: tape.gapsToday });
  if (tape.missedSlotsToday > 0) found.push({ what: 'missed', count: tape.missedSlotsToday });
  const usual = usualOf(signUps.map(({ count }) => BigInt(count)));
  const today = signUps.at(-1)?.count ?? 0;
  if (usual && today >= minSignUps && isUnusual(usual, BigInt(today)))
    found.push({ what: 'signUps', count: today, usual: Number(usual.sum / usual.days) });
  const out = money.days.map((day) => parseUnits(day.out, 'USDT') ?? 0n);
  const paid = usualOf(out);
  if (paid && isUnusual(paid, out.at(-1)!)) found.push({ what: 'paidOut' });
  return found;
}

type Usual = { sum: bigint; days: bigint };
/** Sum and number of the days before the last one; undefined if there is nothing to compare with. */
function usualOf(days: readonly bigint[]): Usual | undefined {
  const before = days.slice(0, -1);
  const sum = before.reduce((total, day) => total + day, 0n);
  return sum > 0n ? { sum, days: BigInt(before.length) } : undefined;
}
const isUnusual = ({ sum, days }: Usual, today: bigint): boolean => today * days > BigInt(unusualTimes) * sum;

import { expect, test } from 'vitest';
import { attentionOf, isUrgent } from './attention.ts';
import type { Figures } from './Panel.tsx';

const time = Date.parse('2026-11-18T14:00:00.000Z');
const days = Array.from({ length: 14 }, (_, i) => `2026-11-${String(i + 5).padStart(2, '0')}`);
const calm = {
  books: { accounts: [], drift: 0 },
  tape: {
    ...{ source: 'generator', slot: 1, ageMs: 900, checkpointAgeMs: 900, gapsToday: 0, missedSlotsToday: 0 },
    ...{ clockAheadMs: null, stuckDay: null, stuckReason: null },
  },
  settlement: { overdue: 0, p50Ms: 1, p99Ms: 2, worstMs: 3 },
  backups: { problem: null, archivedAt: null, failedAt: null, verifiedAt: null, databaseBytes: 1 },
  queues: [{ kind: 'top_up', waiting: 1, oldestAt: '2026-11-18T13:50:00.000Z' }],
  money: { days: days.map((day) => ({ day, in: '0.00', out: '100.00', outCny: '0.00' })), waiting: [], held: [] },
  signUps: days.map((day) => ({ day, count: 5 })),
} as unknown as Figures;
const withDay = (change: { out?: string; count?: number }): Figures => ({
  ...calm,
  money: { ...calm.money, days: calm.money.days.map((day, i) => (i === 13 ? { ...day, ...change } : day)) },
  signUps: calm.signUps.map((day, i) => (i === 13 ? { ...day, ...change } : day)),
});

test('a site without late or unusual figures asks for no attention', () => {
  expect(attentionOf(calm, time)).toEqual([]);
});

test('faults of the site come first and are urgent', () => {
  const broken = {
    ...calm,
    books: { ...calm.books, drift: 2 },
    tape: { ...calm.tape, ageMs: 3001, stuckDay: '2026-11-18', gapsToday: 1, missedSlotsToday: 40 },
    settlement: { ...calm.settlement, overdue: 3 },
    backups: { ...calm.backups, problem: 'off' as const },
  };
  const found = attentionOf(broken, time);
  expect(found.map(({ what }) => what)).toEqual([
    'drift',
    'latePrices',
    'stuckDay',
    'overdue',
    'backups',
    'gaps',
    'missed',
  ]);
  expect(found.map(isUrgent)).toEqual([true, true, true, true, true, false, false]);
  expect(attentionOf({ ...calm, tape: { ...calm.tape, ageMs: null } }, time)).toEqual([{ what: 'noPrices' }]);
});

test('a queue asks for attention once its oldest case is older than its target', () => {
  const since = (oldestAt: string) => ({ ...calm, queues: [{ kind: 'top_up', waiting: 2, oldestAt }] });
  expect(attentionOf(since('2026-11-18T13:45:00.000Z'), time)).toEqual([]);
  expect(attentionOf(since('2026-11-18T13:44:00.000Z'), time)).toEqual([
    { what: 'lateCase', kind: 'top_up', minutes: 16, target: 15 },
  ]);
});

test('a day is unusual from three times the mean of the days before, and a few sign-ups never are', () => {
  expect(attentionOf(withDay({ out: '300.00' }), time)).toEqual([]);
  expect(attentionOf(withDay({ out: '300.01' }), time)).toEqual([{ what: 'paidOut' }]);
  expect(attentionOf(withDay({ count: 15 }), time)).toEqual([]);
  expect(attentionOf(withDay({ count: 16 }), time)).toEqual([{ what: 'signUps', count: 16, usual: 5 }]);
  const quiet = { ...calm, signUps: days.map((day, i) => ({ day, count: i === 13 ? 9 : 1 })) };
  expect(attentionOf(quiet, time)).toEqual([]);
});

test('frozen withdrawals of all currencies are counted together', () => {
  const held = { at: 'withdraw_on_hold', amount: '1.00', oldestAt: '2026-11-18T13:59:00.000Z' } as const;
  const waiting = [
    { ...held, currency: 'USDT', count: 2 } as const,
    { ...held, currency: 'CNY', count: 1 } as const,
    { ...held, at: 'withdraw_on_its_way', currency: 'USDT', count: 5 } as const,
  ];
  expect(attentionOf({ ...calm, money: { ...calm.money, waiting } }, time)).toEqual([
    { what: 'frozenWithdrawals', count: 3 },
  ]);
});

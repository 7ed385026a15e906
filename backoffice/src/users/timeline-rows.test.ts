import type { TimelineEvent } from '@glasshouse/protocol/backoffice/timeline';
import { expect, test } from 'vitest';
import { timelineRows } from './timeline-rows.ts';

const event = (key: string, part: Partial<TimelineEvent>): TimelineEvent => ({
  ...{ key, at: '2026-11-18T12:58:20.000Z', group: 'cases', kind: 'withdrawal', state: 'submitted' },
  ...{ text: null, by: null, times: 1, amount: { amount: '50.00', currency: 'USDT' }, case: 'case-1' },
  ...part,
});

test('a withdrawal and the case it was submitted in are one row, which leads to the case', () => {
  const decided = event('decided', { state: 'approve', at: '2026-11-18T13:10:00.000Z' });
  const money = event('money', { group: 'money', kind: 'withdraw', state: 'success', case: null });
  expect(timelineRows([decided, event('submitted', {}), money])).toMatchObject([
    { key: 'decided', caseKind: 'withdrawal' },
    { key: 'money', case: 'case-1', caseKind: 'withdrawal', state: 'success' },
  ]);
});

test('a movement of another time, amount or flow stays separate from a case, and each case takes one movement', () => {
  const submitted = event('submitted', {});
  for (const part of [
    { at: '2026-11-18T12:59:20.000Z' },
    { amount: { amount: '51.00', currency: 'USDT' } },
    { kind: 'recharge' },
  ])
    expect(
      timelineRows([submitted, event('money', { group: 'money', kind: 'withdraw', case: null, ...part })]),
    ).toHaveLength(2);
  const money = (key: string) => event(key, { group: 'money', kind: 'withdraw', case: null });
  expect(timelineRows([event('a', {}), event('b', { case: 'case-2' }), money('c'), money('d')])).toMatchObject([
    { key: 'c', case: 'case-1' },
    { key: 'd', case: 'case-2' },
  ]);
});

test('an appeal, which moves no money, stays as it is', () => {
  expect(timelineRows([event('appeal', { kind: 'appeal', amount: null })])).toMatchObject([
    { key: 'appeal', caseKind: 'appeal' },
  ]);
});

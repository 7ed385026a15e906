import { expect, test } from 'vitest';
import { changesBetween } from './compare.ts';

test('what differs is told field by field, what is the same is not', () => {
  expect(changesBetween({ fee: '1.00', title: 'Glasshouse' }, { fee: '0.80', title: 'Glasshouse' })).toEqual([
    { name: 'fee', before: '1.00', after: '0.80' },
  ]);
});

test('a beginning and an end have one side only; lists and single values are told whole', () => {
  expect(changesBetween(null, { role: 'support' })).toEqual([{ name: 'role', before: '–', after: 'support' }]);
  expect(changesBetween({ role: 'support' }, null)).toEqual([{ name: 'role', before: 'support', after: '–' }]);
  expect(changesBetween({ texts: ['a'] }, { texts: ['b'] })).toEqual([
    { name: 'texts', before: '["a"]', after: '["b"]' },
  ]);
  expect(changesBetween('normal', 'abnormal')).toEqual([{ name: '', before: 'normal', after: 'abnormal' }]);
});

import { expect, test } from 'vitest';
import { changesBetween } from './compare.ts';

test('differences are listed field by field, without unchanged fields', () => {
  expect(changesBetween({ fee: '1.00', title: 'Glasshouse' }, { fee: '0.80', title: 'Glasshouse' })).toEqual([
    { name: 'fee', before: '1.00', after: '0.80' },
  ]);
});

test('a missing side is shown as a dash; lists and single values are compared as one', () => {
  expect(changesBetween(null, { role: 'support' })).toEqual([{ name: 'role', before: '–', after: 'support' }]);
  expect(changesBetween({ role: 'support' }, null)).toEqual([{ name: 'role', before: 'support', after: '–' }]);
  expect(changesBetween({ texts: ['a'] }, { texts: ['b'] })).toEqual([
    { name: 'texts', before: '["a"]', after: '["b"]' },
  ]);
  expect(changesBetween('normal', 'abnormal')).toEqual([{ name: '', before: 'normal', after: 'abnormal' }]);
});

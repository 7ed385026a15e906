import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, run } from './run.ts';

type Manifest = { scripts: Record<string, string> };
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^node (\S+\.ts)/.exec(command) ?? [];
  return file ? [{ name, file }] : [];
});

test('all commands parse their arguments in the same way', () => {
  expect(commands.length).toBeGreaterThan(20);
  const others = commands.filter(
    ({ file }) => !/\b(?<!function )(readArguments|helpIfAsked)\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(others).toEqual([]);
});

test('--help prints the usage and what the command does', async () => {
  const { code, output } = await run(process.execPath, ['scripts/mail-sink.ts', '--help']);
  expect({ code, usage: output.startsWith('Usage: ') }).toEqual({ code: 0, usage: true });
});

test('an unknown option is refused with the usage instead of a stack trace', async () => {
  const { code, output } = await run(process.execPath, ['scripts/mail-sink.ts', '--no-such-option']);
  expect(code).toBe(2);
  expect(output).toContain('\nUsage: ');
  expect(output).not.toContain('    at ');
});

test.each([
  ['scripts/tape.ts', ['day', 'yesterday'], 'The day is missing.'],
  ['scripts/tape.ts', ['constructor'], 'Unknown name: constructor'],
  ['scripts/tape.ts', ['retain', ''], 'An argument is empty.'],
  ['scripts/tape.ts', ['retain', '0'], 'Not a number of days: 0'],
  ['scripts/tape.ts', [], 'An argument is missing.'],
  ['scripts/books.ts', ['now'], 'Unexpected argument: now'],
  ['scripts/secrets.ts', ['folder', 'nowhere'], 'Not a host and a port: nowhere'],
  ['scripts/bench.ts', ['nothing'], 'Unknown name: nothing'],
])('%s %j: %s', async (file, args, reason) => {
  const { code, output } = await run(process.execPath, [file, ...args]);
  expect(code).toBe(2);
  expect(output).toContain(`${reason}\nUsage: `);
});

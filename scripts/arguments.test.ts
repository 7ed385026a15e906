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
/** What Playwright understands is not ours to refuse. */
const forwarding = ['e2e'];

test('every command prints its usage for --help', { timeout: 120_000 }, async () => {
  expect(commands.length).toBeGreaterThan(20);
  for (const { name, file } of commands) {
    const { code, output } = await run(process.execPath, [file, '--help']);
    expect({ name, code, usage: output.startsWith('Usage: ') }).toEqual({ name, code: 0, usage: true });
  }
});

test('every command refuses an unknown option with its usage instead of a stack trace', {
  timeout: 120_000,
}, async () => {
  for (const { name, file } of commands.filter((command) => !forwarding.includes(command.name))) {
    const { code, output } = await run(process.execPath, [file, '--no-such-option']);
    expect({ name, code }).toEqual({ name, code: 2 });
    expect(output).toContain('\nUsage: ');
    expect(output).not.toContain('    at ');
  }
});

test.each([
  ['scripts/tape.ts', ['day', 'yesterday'], 'The day is missing.'],
  ['scripts/tape.ts', ['erase'], 'Unknown command: erase'],
  ['scripts/tape.ts', [], 'An argument is missing.'],
  ['scripts/settlements.ts', ['2026-13-01'], 'Not a day: 2026-13-01'],
  ['scripts/books.ts', ['now'], 'Unexpected argument: now'],
  ['scripts/owner.ts', ['--email', 'a@b.example'], 'The name is missing, or is not a name.'],
  ['scripts/secrets.ts', ['folder', 'nowhere'], 'Not a host and a port: nowhere'],
  ['scripts/bench.ts', ['nothing'], 'Unknown bench: nothing'],
])('%s %j: %s', async (file, args, reason) => {
  const { code, output } = await run(process.execPath, [file, ...args]);
  expect(code).toBe(2);
  expect(output).toContain(`${reason}\nUsage: `);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from './environment.ts';

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('lines can be files of a directory, without the line end that an editor adds', () => {
  const folder = folderOf({ OFFICE_SECRET: 'sealed\n', 'notes.txt': 'not a line' });
  // Kubernetes keeps versions of a secret in folders next to the links to it.
  mkdirSync(join(folder, '..2026_11_15'));
  const said = { SECRETS_DIRECTORY: folder, HTTP_PORT: '4100' };
  expect(readEnvironment(said)).toEqual({ ...said, OFFICE_SECRET: 'sealed' });
});

test('an empty file counts as unset, so that an optional key can have one', () => {
  const folder = folderOf({ OFFICE_SECRET: 'sealed', OFFICE_SECRET_OLD: '', FILES_KEY_OLD: '\n' });
  const said = { SECRETS_DIRECTORY: folder, FILES_KEY_OLD: 'said' };
  expect(readEnvironment(said)).toEqual({ ...said, OFFICE_SECRET: 'sealed' });
});

test('files are read through links, and a directory named like a line is ignored', () => {
  const folder = folderOf({});
  mkdirSync(join(folder, '..2026_11_15'));
  writeFileSync(join(folder, '..2026_11_15', 'OFFICE_SECRET'), 'sealed');
  symlinkSync('..2026_11_15', join(folder, '..data'));
  symlinkSync(join('..data', 'OFFICE_SECRET'), join(folder, 'OFFICE_SECRET'));
  mkdirSync(join(folder, 'BACKUP'));
  symlinkSync('..data', join(folder, 'DATA'));
  const said = { SECRETS_DIRECTORY: folder, BACKUP: 'elsewhere' };
  expect(readEnvironment(said)).toEqual({ ...said, OFFICE_SECRET: 'sealed' });
});

test('without a directory, only the environment is used', () => {
  const said = { HTTP_PORT: '4100' };
  expect(readEnvironment(said)).toBe(said);
});

test('a line that is set twice is refused, and so is a missing directory', () => {
  const folder = folderOf({ OFFICE_SECRET: 'one' });
  expect(() => readEnvironment({ SECRETS_DIRECTORY: folder, OFFICE_SECRET: 'two' })).toThrow('OFFICE_SECRET');
  expect(() => readEnvironment({ SECRETS_DIRECTORY: join(folder, 'nowhere') })).toThrow('ENOENT');
});

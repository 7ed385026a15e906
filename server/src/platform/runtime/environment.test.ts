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

test('lines may be files of a directory, without the line end that an editor leaves', () => {
  const folder = folderOf({ OFFICE_SECRET: 'sealed\n', 'notes.txt': 'not a line' });
  // Kubernetes keeps versions of a secret in folders beside the links to it.
  mkdirSync(join(folder, '..2026_11_15'));
  const said = { SECRETS_DIRECTORY: folder, HTTP_PORT: '4100' };
  expect(readEnvironment(said)).toEqual({ ...said, OFFICE_SECRET: 'sealed' });
});

test('an empty file says nothing, so that there can be one for a key that there may be', () => {
  const folder = folderOf({ OFFICE_SECRET: 'sealed', OFFICE_SECRET_OLD: '', FILES_KEY_OLD: '\n' });
  const said = { SECRETS_DIRECTORY: folder, FILES_KEY_OLD: 'said' };
  expect(readEnvironment(said)).toEqual({ ...said, OFFICE_SECRET: 'sealed' });
});

test('files are read through links, and a directory named like a line is none', () => {
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

test('without a directory the environment is all there is', () => {
  const said = { HTTP_PORT: '4100' };
  expect(readEnvironment(said)).toBe(said);
});

test('a line said in both places is refused, and so is a directory that is not there', () => {
  const folder = folderOf({ OFFICE_SECRET: 'one' });
  expect(() => readEnvironment({ SECRETS_DIRECTORY: folder, OFFICE_SECRET: 'two' })).toThrow('OFFICE_SECRET');
  expect(() => readEnvironment({ SECRETS_DIRECTORY: join(folder, 'nowhere') })).toThrow('ENOENT');
});

import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { provenanceOf, sign, verifyImages } from './image-provenance.ts';
import { must } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'provenance.json');
const signers = join(folder, 'signers');
const identity = 'builder@glasshouse.example';
const images = [
  { name: 'glasshouse-server', digest: 'a'.repeat(64) },
  { name: 'glasshouse-web', digest: 'b'.repeat(64) },
];
const commit = 'c'.repeat(40);
const has =
  (...found: readonly { name: string; digest: string }[]) =>
  async (name: string) =>
    found.find((image) => image.name === name)?.digest;

async function newKey(name: string): Promise<string> {
  const path = join(folder, name);
  await must('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
  return path;
}
const key = await newKey('key');
const otherKey = await newKey('other');
await writeFile(signers, `${identity} ${await readFile(`${key}.pub`, 'utf8')}`);
const write = () => writeFile(file, provenanceOf(images, { commit, lock: Buffer.from('lock') }));

test('images that match a signed statement are recognized', async () => {
  await write();
  await sign(file, key);
  expect(await verifyImages(file, { signers, identity }, has(...images))).toEqual({ faults: [], commit });
});

test('a different or missing image is reported', async () => {
  await write();
  await sign(file, key);
  const other = { ...images[0]!, digest: 'd'.repeat(64) };
  const { faults } = await verifyImages(file, { signers, identity }, has(other));
  expect(faults).toEqual([
    `glasshouse-server: this machine has ${other.digest}, signed is ${images[0]!.digest}`,
    'glasshouse-web: this machine has no such image',
  ]);
});

test('a changed statement, another key, another name and no signature are refused', async () => {
  const faultOf = async (by = identity) => (await verifyImages(file, { signers, identity: by }, has(...images))).faults;
  const refused = [expect.stringContaining('is not by')];
  await write();
  await sign(file, otherKey);
  expect(await faultOf()).toEqual(refused);
  await sign(file, key);
  expect(await faultOf('somebody@glasshouse.example')).toEqual(refused);
  await writeFile(file, (await readFile(file, 'utf8')).replace(commit, 'e'.repeat(40)));
  expect(await faultOf()).toEqual(refused);
  await rm(`${file}.sig`);
  expect(await faultOf()).toEqual(refused);
  await expect(sign(file, join(folder, 'none'))).rejects.toThrow('not signed');
});

import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toHex } from '@glasshouse/protocol/bytes';
import { coinById, coins } from '@glasshouse/protocol/coins';
import { openDay } from '@glasshouse/protocol/synthetic';
import * as tape from '@glasshouse/protocol/tape';
import { writeTicks } from '@glasshouse/protocol/ticks-file';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const main = new URL('../src/main.ts', import.meta.url).pathname;
const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
const day = 20_772;
const first = tape.firstSlotOf(day);

/** What a site publishes of one day: its plan, and a file of Bitcoin's first minutes. */
function publish() {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const seed = sha(new Uint8Array([1]));
  const opens = coins.map((coin) => ({ symbol: coin.id, price: coin.start }));
  const made = openDay({ day, seed, opens }, coins);
  let hash: Uint8Array = tape.zeroHash;
  const ticks = Array.from({ length: 500 }, (_, i) => {
    const { price, volume } = made.at(first + i).find(({ symbol }) => symbol === 1)!;
    hash = sha(tape.tickBytes(hash, { symbol: 1, slot: first + i, price }));
    return { slot: first + i, price, volume, hash: toHex(hash) };
  });
  const root = sha(tape.leafBytes(1, first + 499, hash));
  const bare = { slot: first + 499, size: 1, root, previous: tape.zeroHash };
  const signature = sign(null, tape.checkpointBytes(bare), privateKey).toString('hex');
  const checkpoint = {
    slot: bare.slot,
    size: 1,
    root: toHex(root),
    previous: toHex(tape.zeroHash),
    publicKey: key,
    signature,
  };
  const text = writeTicks(
    { symbol: 1, before: toHex(tape.zeroHash), ticks, proof: { path: [], checkpoint } },
    coinById(1)!,
  );
  const commitment = sha(tape.planBytes(day, 1, seed, opens));
  const days = [
    {
      day: new Date(tape.msOf(first)).toISOString().slice(0, 10),
      commitment: toHex(commitment),
      announcedSlot: first - 9,
      publicKey: key,
      signature: sign(null, tape.dayBytes(day, commitment, first - 9), privateKey).toString('hex'),
      version: 1,
      revealed: { seed: toHex(seed), opens: opens.map(({ symbol, price }) => ({ symbol, price: String(price) })) },
    },
  ];
  return { text, ticks, write, tapeFile: write('tape.json', JSON.stringify({ data: { days } })), days };
}
const verify = (...args: string[]) =>
  run(process.execPath, [main, ...args]).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );

test('a true file is accepted offline; one changed digit is refused and its tick is named', async () => {
  const { text, ticks, write } = publish();
  const good = await verify('ticks', write('good.csv', text), '--key', key);
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('500 ticks of BTC') });
  const line = text.split('\n').find((one) => one.startsWith(`${first + 123},`))!;
  const price = line.split(',')[2]!;
  const other = price.slice(0, -1) + ((Number(price.at(-1)) + 1) % 10);
  const bad = await verify('ticks', write('bad.csv', text.replace(line, line.replace(price, other))));
  expect(bad.code).toBe(1);
  expect(bad.output).toContain(`BTC slot ${first + 123}`);
  expect(bad.output).toContain(`at ${other}`);
  expect((await verify('ticks', write('key.csv', text), '--key', 'ab'.repeat(32))).output).toContain('another key');
  expect((await verify('ticks', write('no.csv', 'hello'))).output).toContain('no tape file');
  expect(ticks).toHaveLength(500);
});

test('a day is made again from its revealed seed; a price the seed does not give is named', async () => {
  const { text, ticks, write, tapeFile, days } = publish();
  expect(await verify('day', tapeFile, write('good.csv', text))).toMatchObject({
    code: 0,
    output: expect.stringContaining('500 ticks of BTC are those of the seed'),
  });
  expect((await verify('day', tapeFile)).output).toContain('is the committed one');
  const forged = ticks.map((tick) => (tick.slot === first + 77 ? { ...tick, price: tick.price + 1n } : tick));
  const file = writeTicks({ symbol: 1, before: toHex(tape.zeroHash), ticks: forged, proof: undefined }, coinById(1)!);
  expect((await verify('day', tapeFile, write('bad.csv', file))).output).toContain(`BTC slot ${first + 77}`);
  const swapped = [{ ...days[0]!, revealed: { ...days[0]!.revealed, seed: '00'.repeat(32) } }];
  const other = write('other.json', JSON.stringify({ data: { days: swapped } }));
  expect((await verify('day', other, write('good.csv', text))).output).toContain('not the committed one');
});

test('without files it says how it is used', async () => {
  expect(await verify()).toMatchObject({ code: 2, output: expect.stringContaining('glasshouse-verify ticks') });
});

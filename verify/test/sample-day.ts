import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '@glasshouse/protocol/bytes';
import { coinById, coins } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import * as tape from '@glasshouse/protocol/market/tape';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { onTestFinished } from 'vitest';

const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const pair = generateKeyPairSync('ed25519');
export const { privateKey } = pair;
export const key = toHex(pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
export const day = 20_772;
export const first = tape.firstSlotOf(day);

/** A day as published by a site: its plan, and a file with Bitcoin's first minutes. */
export function publish() {
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
  const commitment = sha(tape.planBytes(day, seed, opens));
  const days = [
    {
      day: new Date(tape.msOf(first)).toISOString().slice(0, 10),
      commitment: toHex(commitment),
      announcedSlot: first - 9,
      publicKey: key,
      signature: sign(null, tape.dayBytes(day, commitment, first - 9), privateKey).toString('hex'),
      version: 1,
      revealed: {
        seed: toHex(seed),
        opens: opens.map(({ symbol, price }) => ({ symbol, price: String(price) })),
        beacon: null,
      },
    },
  ];
  return { text, ticks, write, tapeFile: write('tape.json', JSON.stringify({ data: { days } })), days };
}

import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '../protocol/src/bytes.ts';
import { dueSlot, settle } from '../protocol/src/contracts/settle.ts';
import { coins } from '../protocol/src/market/coins.ts';
import * as tape from '../protocol/src/market/tape.ts';
import * as file from '../protocol/src/orders/settlements-file.ts';
import type { Price } from '../protocol/src/orders/tape-rule.ts';
import { must } from '../scripts/run.ts';
import { makeFolder } from '../server/test/child.ts';

const day = 20_772;
const first = tape.firstSlotOf(day);
const last = tape.firstSlotOf(day + 1) - 1;
const periods = [30, 60, 120, 180, 300];
const orders = Number(process.env.SETTLEMENTS ?? 1_000_000);

const sha = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
// Any fixed sequence works: only the checking is measured, and all runs should be equal.
let state = 7;
const draw = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x80000000) * below);
};

/**
 * `npm run bench -- settlements`: one full day of every coin and a million settlements, recomputed by the verifier from
 * one file.
 */
export async function benchSettlements(): Promise<void> {
  const { folder, remove } = await makeFolder('glasshouse-settlements-');
  const path = join(folder, 'day.txt');
  try {
    const ticks = await makeDay(path);
    const began = performance.now();
    const verdict = await must(process.execPath, ['verify/src/main.ts', 'settlements', path]);
    const seconds = (performance.now() - began) / 1000;
    console.log(verdict);
    const megabytes = Math.round(statSync(path).size / 1e6);
    console.log(
      `settlements=${orders} ticks=${ticks} file=${megabytes}MB seconds=${seconds.toFixed(1)} ${seconds < 60 ? 'ok' : 'TOO SLOW'}`,
    );
    if (seconds >= 60) process.exitCode = 1;
  } finally {
    await remove();
  }
}

async function makeDay(path: string): Promise<number> {
  const out = createWriteStream(path);
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(file.headLines(first, last));
  const days = coins.map((coin) => walk(coin.id, Number(coin.start)));
  const leaves = days.map(({ symbol, head }) => sha(tape.leafBytes(symbol, last, head)));
  const tree = tape.treeOf(leaves, sha);
  const checkpoint = signed(tape.rootOf(tree), leaves.length);
  for (const [place, { ticks }] of days.entries()) {
    await write(file.tapeLine(coins[place]!.symbol, toHex(tape.zeroHash)));
    for (let i = 0; i < ticks.length; i += 10_000)
      await write(
        ticks
          .slice(i, i + 10_000)
          .map(({ slot, price }) => file.tickLine(slot, price))
          .join(''),
      );
    const way = tape.pathOf(tree, place).map(({ side, hash: step }) => ({ side, hash: toHex(step) }));
    await write(file.sealLine({ path: way, checkpoint }));
  }
  await write(file.ordersLine);
  await writeOrders(days, write);
  await write(file.endLine(orders));
  out.end();
  await once(out, 'finish');
  return days.reduce((sum, { ticks }) => sum + ticks.length, 0);
}

/** A day of one coin: small steps, and occasional gaps long enough to make orders void. */
function walk(symbol: number, start: number) {
  const ticks: Price[] = [];
  let head: Uint8Array = tape.zeroHash;
  let price = start;
  let silent = 0;
  for (let slot = first; slot <= last; slot++) {
    if (silent === 0 && draw(20_000) === 0) silent = 15;
    if (silent > 0 && slot < last) {
      silent--;
      continue;
    }
    price += draw(7) - 3;
    ticks.push({ slot, price: BigInt(price) });
    head = sha(tape.tickBytes(head, { symbol, slot, price: BigInt(price) }));
  }
  return { symbol, ticks, head };
}

function signed(root: Uint8Array, size: number): file.Seal['checkpoint'] {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bare = { slot: last, size, root, previous: tape.zeroHash };
  return {
    slot: last,
    size,
    root: toHex(root),
    previous: toHex(tape.zeroHash),
    publicKey: toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    signature: sign(null, tape.checkpointBytes(bare), privateKey).toString('hex'),
  };
}

async function writeOrders(days: ReturnType<typeof walk>[], write: (text: string) => Promise<void>): Promise<void> {
  const made: { due: number; line: string }[] = [];
  while (made.length < orders) {
    const { symbol, ticks } = days[draw(days.length)]!;
    const place = draw(ticks.length - 1000);
    const agreed = {
      rule: 1,
      direction: draw(2) === 0 ? ('long' as const) : ('short' as const),
      seconds: periods[draw(periods.length)]!,
      stake: BigInt(10_000_000 + draw(100_000_000)),
      returnBp: 8200 + draw(1000),
      headSlot: ticks[place]!.slot,
    };
    const due = dueSlot(agreed);
    const result = settle(agreed, ticks.slice(place + 1, place + 700), last)!;
    const name = toHex(sha(Buffer.from(`order ${made.length}`)));
    const rest = { entrySlot: result.entry?.slot, exitSlot: result.exit?.slot, ...result };
    made.push({ due, line: file.orderLine({ ...agreed, ...rest, name, symbol: coins[symbol - 1]!.symbol }) });
  }
  made.sort((a, b) => a.due - b.due);
  for (let i = 0; i < made.length; i += 10_000)
    await write(
      made
        .slice(i, i + 10_000)
        .map(({ line }) => line)
        .join(''),
    );
}

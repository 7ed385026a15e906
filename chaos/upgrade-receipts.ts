import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as contracts from '../protocol/src/contracts/calls.ts';
import { showTape } from '../protocol/src/market/calls.ts';
import * as options from '../protocol/src/options/calls.ts';
import * as spot from '../protocol/src/spot/calls.ts';
import { openBrowser } from '../scripts/browser.ts';
import { must } from '../scripts/run.ts';
import { makeFolder } from '../server/test/child.ts';
import type { Load } from './people.ts';
import type { Envelope } from './person.ts';

const calls = { contract: contracts.showReceipt, option: options.showReceipt, spot: spot.showReceipt };
/** Reasons why a receipt is not ready yet. */
export const waits = ['not_sealed', 'not_logged', 'not_ended'];
const each = 3;
const tries = 20;

/** Receipts of users' first orders, as returned by the running release. Waits until the tape is sealed. */
async function newReceipts(load: Load, product: keyof typeof calls): Promise<string[]> {
  const found = await load.each(async ({ ask, own }) => {
    const ids = product === 'option' ? own.option.filter((id) => load.answered.sold.has(id)) : own[product];
    return Promise.all(ids.slice(0, each).map((id) => receiptOf(() => ask(calls[product], { id, form: 2 }))));
  });
  return found.flat().filter((receipt) => receipt !== undefined);
}

/** Receipts of some orders of each product. */
export const receiptsOf = async (load: Load): Promise<string[]> =>
  (await Promise.all((['contract', 'option', 'spot'] as const).map((product) => newReceipts(load, product)))).flat();

async function receiptOf(ask: () => Promise<Envelope | undefined>): Promise<string | undefined> {
  for (let tried = 0; tried < tries; tried++) {
    const said = await ask();
    if (said?.code === 200) return JSON.stringify(said.data);
    if (!waits.includes((said?.data as { reason?: string } | undefined)?.reason ?? '')) return undefined;
    await wait(500);
  }
  return undefined;
}

/**
 * Verifies receipts with this tree's verifier and the keys that the site shows. Returns their number. Throws if one is
 * invalid.
 */
export async function verifyReceipts(door: string, receipts: readonly string[]): Promise<number> {
  const visitor = openBrowser(door);
  const [tape, rules] = [await visitor.call(showTape, {}), await visitor.call(contracts.showRules, {})];
  const { folder, remove } = await makeFolder('glasshouse-receipts-');
  const files = receipts.map((text, place) => {
    const path = join(folder, `${place}.json`);
    writeFileSync(path, text);
    return path;
  });
  const keys = [
    ...tape.data.keys.flatMap(({ publicKey }) => ['--key', publicKey]),
    ...rules.data.slipKeys.flatMap(({ publicKey }) => ['--slip-key', publicKey]),
  ];
  const output = await must(process.execPath, [
    'verify/src/main.ts',
    'receipt',
    ...files,
    ...keys,
    '--log',
    rules.data.logKeys![0]!,
  ]);
  await remove();
  return output.split('\n').filter((line) => line.startsWith('ok ')).length;
}

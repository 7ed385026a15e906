import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { quicknet } from '@glasshouse/protocol/beacon/chain';
import { toHex } from '@glasshouse/protocol/bytes';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { beaconPlanBytes, dayBytes, firstSlotOf, sha256 } from '@glasshouse/protocol/market/tape';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Page } from '@playwright/test';
import type { Words } from './screen.ts';
import { expect } from './story.ts';

/** Yesterday as an older site shows it: announced a day ahead and revealed. A new site has no such day. */
async function yesterday(): Promise<TapeDay> {
  const number = Math.floor(Date.now() / dayMs) - 1;
  const seed = randomBytes(32);
  const announcedSlot = firstSlotOf(number) - 1000;
  const commitment = await sha256(
    beaconPlanBytes({ version: 3, day: number, seed }, Buffer.from(quicknet.hash, 'hex')),
  );
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    day: utcDay(number * dayMs),
    commitment: toHex(commitment),
    announcedSlot,
    publicKey: toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    signature: toHex(sign(null, dayBytes(number, commitment, announcedSlot), privateKey)),
    version: 3,
    revealed: { seed: toHex(seed), opens: [], beacon: { ...quicknet, firstSlot: firstSlotOf(number) } },
  };
}

export type Tape = {
  keys: { publicKey: string; sinceSlot: number }[];
  days: TapeDay[];
  checkpoints: { root: string; previous: string }[];
};

/** Adds yesterday to the tape that the site shows, and applies `change`. */
export async function showTape(page: Page, change: (tape: Tape) => void = () => {}): Promise<void> {
  const before = await yesterday();
  await page.route('**/index/market/tape', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: Tape };
    body.data.days = [...body.data.days.filter(({ day }) => day > before.day), structuredClone(before)];
    body.data.keys.push({ publicKey: before.publicKey, sinceSlot: before.announcedSlot });
    change(body.data);
    await route.fulfill({ json: body });
  });
}

/** Shows the site as if its prices came from an exchange. */
export async function showOutside(page: Page, t: Words): Promise<void> {
  await page.route('**/index/market/tape', async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object };
    Object.assign(body.data, {
      source: 'exchange',
      shows: { madeAgain: false, complete: false },
      beacon: null,
      days: [],
    });
    await route.fulfill({ json: body });
  });
  await page.reload();
  await expect(page.getByText(t('tape.means.outside.text'))).toBeVisible();
}

import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { toHex } from '@glasshouse/protocol/bytes';
import { type Agreement, slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { sha256 } from '@glasshouse/protocol/market/tape';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import type { Page } from '@playwright/test';
import {
  choosePeriod,
  moveIn,
  offerShortPeriods,
  openOrdersOf,
  openTab,
  orderOf,
  place,
  positions,
  side,
} from './contracts.ts';
import { holdsUp } from './layout.ts';
import { expect, test } from './story.ts';

test.beforeAll(offerShortPeriods);

const older = /Accepted on an older price \(tick #[\d,]+\) than this device had already seen \(tick #[\d,]+\)\./;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));

/** Changes the response to a call before it reaches the page. */
const alter = <T>(page: Page, path: string, change: (data: T) => T | Promise<T>) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: await change(data) } });
  });

/** A dishonest site: it signs the order on a price from ten seconds ago, with another key that it also publishes. */
async function backdate(page: Page): Promise<void> {
  await alter<{ slipKeys: object[] }>(page, '/index/contract/rules', (rules) => ({
    ...rules,
    slipKeys: [{ publicKey: key, since: new Date().toISOString() }],
  }));
  await alter<Agreement>(page, '/index/contract/open', async ({ order, headHash }) => {
    const past = { ...order, headSlot: order.headSlot - 20, dueSlot: order.dueSlot - 20 };
    const root = await sha256(slipBytes(slipTerms({ order: past, headHash })!));
    const signature = sign(null, signedBytes(root), privateKey).toString('hex');
    return { order: past, headHash, slip: { path: [], publicKey: key, signature } };
  });
}

test('an order accepted on an older price than the device had seen is flagged on its position and receipt', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, 100n);
  await backdate(page);
  await openTab(page);
  await choosePeriod(page, 5);
  await place(page, 'Long');
  await expect(positions(page)).toContainText(older);
  await expect(page.getByText('Long BTC opened')).toHaveCount(0);
  // The signature is valid and the terms are the confirmed ones.
  await expect(positions(page)).not.toContainText('not signed');
  await expect(positions(page)).not.toContainText('other terms');
  const { id } = (await openOrdersOf(person)).orders[0]!;
  await expect.poll(async () => (await orderOf(person, id)).order.outcome).not.toBeNull();

  // The doubt is stored with the slip, so it stays even if the site is honest again.
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(`/contract/receipt/${id}`);
  const main = page.getByRole('main');
  await expect(
    main.getByRole('alert').filter({ hasText: 'Something was wrong when this order was accepted' }),
  ).toContainText(older);
  await expect(main).toContainText('does not match');
});

test('a changed response is flagged; an unchanged one is not', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await choosePeriod(page, 30);
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await expect(page.getByText('Long BTC opened · 10.00 USDT')).toBeVisible();
  await expect(positions(page).getByRole('alert')).toHaveCount(0);
  await alter<Agreement>(page, '/index/contract/open', (answer) => ({
    ...answer,
    order: { ...answer.order, returnBp: 100 },
  }));
  await place(page, 'Short');
  await expect(positions(page)).toHaveCount(2);
  const warned = positions(page).filter({ has: page.getByRole('alert') });
  await expect(warned).toHaveCount(1);
  await expect(warned).toContainText('Accepted on other terms than you confirmed.');
  await expect(warned).toContainText('The slip of this order is not signed by this site.');

  // The warning replaces the order buttons, also after a reload, until it is acknowledged.
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await expect(ticket.getByRole('alert')).toContainText('Something was wrong when this order was accepted');
  await expect(side(page, 'Long')).toHaveCount(0);
  await holdsUp(page, 'a doubtful acceptance');
  const saved = page.waitForEvent('download');
  await ticket.getByRole('button', { name: 'Save the slip' }).click();
  const slip = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(slip).toMatchObject({ kind: 'glasshouse-slip', doubts: ['terms', 'slip'], order: { returnBp: 100 } });
  expect(slip.note).toContain('Simulated');
  await ticket.getByRole('button', { name: 'I have read this' }).click();
  await expect(ticket.getByRole('alert')).toHaveCount(0);
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(3);
  await page.reload();
  await expect(side(page, 'Long')).toBeVisible();
});

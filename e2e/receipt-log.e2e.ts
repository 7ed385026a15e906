import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { showReceipt } from '@glasshouse/protocol/contracts/calls';
import { readHead, writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { noteKey, readNote, signText, writeKey, writeNote } from '@glasshouse/protocol/publiclog/note';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { moveIn, offerShortPeriods, openOrder, orderOf } from './contracts.ts';
import { holdsUp } from './layout.ts';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';
import { expect, test } from './story.ts';

test.beforeAll(offerShortPeriods);
test.use({ callsMayFail: true });

const card = (page: Page) => page.getByRole('region', { name: 'Public log' });
const verdict = (page: Page) =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recomputed in your browser:' });

async function endedOrder(person: Account): Promise<string> {
  await moveIn(person, 100n);
  const id = await openOrder(person);
  await expect.poll(async () => (await orderOf(person, id)).order.outcome).not.toBeNull();
  return id;
}

test('a receipt shows its entry in the public log, before the outcome, and that it is still there', async ({
  person,
}) => {
  const { page } = person;
  const id = await endedOrder(person);
  // Simulates a log that lags behind.
  let asked = 0;
  await page.route('**/index/contract/receipt', async (route) => {
    asked++;
    if (asked > 2) return route.continue();
    return route.fulfill({ json: { code: 409, msg: 'later', data: { reason: 'not_logged' } } });
  });
  await page.goto(`/contract/receipt/${id}`);
  await expect(page.getByText('Being written into the public log')).toBeVisible();
  await expect(verdict(page)).toContainText('matches');
  const { log } = await newCaller(person.cookies)(showReceipt, { id, form: 2 });
  const place = (at: number) => at.toLocaleString('en-US');
  await expect(card(page)).toContainText(
    `In the public log at place ${place(log!.order.place)}, before its outcome at ${place(log!.outcome.place)}.`,
  );
  for (const at of [log!.order.place, log!.outcome.place])
    await expect(card(page).getByRole('link', { name: place(at), exact: true })).toHaveAttribute(
      'href',
      `/publiclog/${at}`,
    );
  await expect(card(page)).toContainText('No witness has cosigned this yet');
  await expect(card(page)).toContainText(/Still in the log as it is now, [\d,]+ entries long/);
  await card(page).getByText('Details').click();
  await expect(card(page)).toContainText('Orders accepted together');
  await holdsUp(page, 'a receipt with its place in the log');
  expect.soft(await axeFaults(page)).toEqual([]);
  // Offline, the current state of the log is unknown.
  await page.context().setOffline(true);
  await expect(card(page)).toContainText(/Was still in the log at [\d:]+. Not known since/);
  await expect(card(page)).not.toContainText('Still in the log as it is now');
  await page.context().setOffline(false);
  await expect(card(page)).toContainText('Still in the log as it is now');
});

test('an unreachable log is reported, and the receipt still matches', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await page.route('**/log/checkpoint', (route) => route.abort());
  await page.goto(`/contract/receipt/${id}`);
  await expect(verdict(page)).toContainText('matches');
  await expect(card(page)).toContainText('The log cannot be reached now. This receipt carries its own proof.');
  await expect(card(page).getByRole('alert')).toHaveCount(0);
});

test('a signed log with a different history raises an alarm, and both versions can be saved', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  let forged = '';
  await page.route('**/log/checkpoint', async (route) => {
    const { origin, size } = readHead(readNote(await (await route.fetch()).text())!.text)!;
    const key = await noteKey(origin, 'text', raw);
    const text = writeHead({ origin, size, root: new Uint8Array(32).fill(7) });
    forged = writeNote({ text, signatures: [signText(key, text, (bytes) => sign(null, bytes, privateKey))] });
    await route.fulfill({ body: forged, contentType: 'text/plain' });
  });
  await page.route('**/index/contract/rules', async (route) => {
    const answer = await (await route.fetch()).json();
    const [name] = answer.data.logKeys[0].split('+');
    const logKeys = [...answer.data.logKeys, writeKey(await noteKey(name, 'text', raw))];
    await route.fulfill({ json: { ...answer, data: { ...answer.data, logKeys } } });
  });
  await page.goto(`/contract/receipt/${id}`);
  await expect(card(page).getByRole('alert')).toContainText('The log shown now is not the one in this receipt.');
  await holdsUp(page, 'a receipt with a rewritten log');
  const saved = page.waitForEvent('download');
  await card(page).getByRole('button', { name: 'Save both' }).click();
  const both = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(both).toMatchObject({ shown: forged, receipt: { version: 2, order: { id } } });
});

test('an order logged after its outcome does not match', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await page.goto(`/contract/receipt/${id}`);
  await expect(verdict(page)).toContainText('matches');
  const receipt = await newCaller(person.cookies)(showReceipt, { id, form: 2 });
  const { order, outcome } = receipt.log!;
  const log = { ...receipt.log!, order: { ...order, place: outcome.place + 1 } };
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'receipt.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify({ ...receipt, log })),
  });
  await expect(verdict(page)).toContainText('does not match');
  const differs = page.getByRole('region', { name: 'What differs' });
  await expect(differs).toContainText('The order was logged after its outcome');
  await expect(differs).toContainText('The order is not in the log at the place named here');
  await expect(card(page)).toContainText('does not show that the order was in the public log before its outcome');
});

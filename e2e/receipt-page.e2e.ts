import { writeFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { type Receipt, showReceipt } from '@glasshouse/protocol/contracts';
import type { Page } from '@playwright/test';
import { moveIn, offerFiveSeconds, openOrder, openTab, orderOf } from './contracts.ts';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';
import { expect, shown, test } from './story.ts';

test.setTimeout(90_000);
test.beforeAll(offerFiveSeconds);

const verdict = (page: Page) =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recomputed in your browser:' });
const matches = (page: Page) => expect(verdict(page)).toContainText('matches', { timeout: 20_000 });
const differs = (page: Page) => page.getByRole('region', { name: 'What differs' });

/** An order that has ended, and its page. */
async function endedOrder(person: Account & { page: Page }): Promise<string> {
  await moveIn(person, 100n);
  await openTab(person.page);
  const id = await openOrder(person);
  await expect.poll(async () => (await orderOf(person, id)).order.outcome, { timeout: 20_000 }).not.toBeNull();
  await person.page.goto(`/contract/receipt/${id}`);
  return id;
}

test('the two ticks, the arithmetic, the chain and every check are shown', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await shown(page, 'Receipt');
  await expect(verdict(page)).toContainText(/8 of 8 checks in \d+ ms, on this device/, { timeout: 20_000 });
  const { order } = await orderOf(person, id);
  const main = page.getByRole('main');
  const why = { win: 'Long wins.', lose: 'Long loses.', draw: 'a draw', void: 'void' }[order.outcome!];
  await expect(main).toContainText(why);
  await expect(main).toContainText(`= ${order.payout}`);
  for (const name of [/^Entry /, /^Exit /]) await expect(main.getByRole('row', { name })).toHaveCount(1);
  await expect(main).toContainText('7 ticks between, all checked');
  await expect(main).toContainText('10 links from entry, unbroken');
  await page.getByRole('button', { name: 'Run again' }).click();
  await matches(page);
  await page.getByRole('button', { name: 'Check by hand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Check by hand' });
  await expect(sheet).toContainText('npx glasshouse-verify receipt receipt-BTC-');
  await expect(sheet).toContainText('xxd -r -p | sha256sum');
});

test('what was changed in a file is named', async ({ person }, info) => {
  const { page } = person;
  const id = await endedOrder(person);
  await matches(page);
  const receipt = await newCaller(person.cookies)(showReceipt, { id });
  const path = info.outputPath('receipt.json');
  const opened = async (text: string) => {
    writeFileSync(path, text);
    await page.locator('input[type=file]').setInputFiles(path);
    await expect(verdict(page)).toContainText('does not match');
  };
  const changed = async (change: (receipt: Receipt) => void, what: string) => {
    const forged = structuredClone(receipt);
    change(forged);
    await opened(JSON.stringify(forged));
    await expect(differs(page)).toContainText(what);
  };
  await changed(({ runs }) => {
    const tick = runs[0]!.ticks[5]!;
    tick.price = String(BigInt(tick.price) + 1n);
  }, 'Tick #');
  // The wrong tick is drawn out of those between.
  await expect(page.locator('tr[data-wrong]')).toHaveCount(1);
  await changed(({ order }) => {
    order.outcome = order.outcome === 'win' ? 'lose' : 'win';
  }, 'Result');
  await changed(({ order }) => {
    order.returnBp = 9000;
  }, 'The slip is signed for these terms');
  await changed((forged) => {
    forged.note = 'Real money.';
  }, 'Wrong at: note');
  await opened('this is no receipt');
  await expect(differs(page)).toContainText('Wrong at: the whole file');
});

test.describe('what can stand in the way', () => {
  test.use({ callsMayFail: true });

  test('an order still running, a line that is gone, somebody else, nobody', async ({ person, visitor }) => {
    const { page } = person;
    await moveIn(person, 100n);
    await openTab(page);
    const id = await openOrder(person);
    await page.goto(`/contract/receipt/${id}`);
    await expect(page.getByText('This order is still running')).toBeVisible();
    // Nobody has to reload anything.
    await matches(page);

    await page.route('**/index/contract/receipt', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Cannot load the receipt')).toBeVisible();
    await page.unroute('**/index/contract/receipt');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await matches(page);

    for (const other of ['019a0c3e-7c00-7abc-8def-0123456789ab', 'nothing']) {
      await page.goto(`/contract/receipt/${other}`);
      await expect(page.getByText('No such receipt')).toBeVisible();
    }
    await visitor.goto(`/contract/receipt/${id}`);
    await expect(visitor).toHaveURL(/\/login\?to=%2Fcontract%2Freceipt%2F/);
  });

  test('a key that this site has never published is said to be wrong', async ({ person }) => {
    const { page } = person;
    await page.route('**/index/contract/rules', async (route) => {
      const answer = await (await route.fetch()).json();
      const slipKeys = [{ publicKey: 'ab'.repeat(32), since: '2026-01-01T00:00:00.000Z' }];
      await route.fulfill({ json: { ...answer, data: { ...answer.data, slipKeys } } });
    });
    await endedOrder(person);
    await expect(verdict(page)).toContainText('does not match', { timeout: 20_000 });
    await expect(differs(page)).toContainText('Key of the slips');
  });
});

test('axe finds nothing on a receipt, and it fits 320 px in Russian with large text', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await matches(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const faults = violations.flatMap(({ id: rule, nodes }) => nodes.map(({ target }) => `${rule} ${target}`));
    expect.soft(faults, colorScheme).toEqual([]);
  }
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/contract/receipt/${id}`);
  await expect(page.getByRole('main')).toContainText('совпадает');
  for (const size of ['100%', '125%']) {
    const wide = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.scrollingElement!.scrollWidth - 320;
    }, size);
    expect.soft(wide, `text at ${size}`).toBeLessThanOrEqual(0);
  }
});

import { readFileSync, writeFileSync } from 'node:fs';
import { type Receipt, showReceipt } from '@glasshouse/protocol/contracts/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { moveIn, offerShortPeriods, openOrder, openTab, orderOf } from './contracts.ts';
import { holdsUp, layoutFaults, setTextSize } from './layout.ts';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';
import { expect, shown, test } from './story.ts';

const [, searchSign = ''] =
  /search: '([^']+)'/.exec(readFileSync(new URL('../kit/src/icons/core.ts', import.meta.url), 'utf8')) ?? [];

test.beforeAll(offerShortPeriods);

const verdict = (page: Page) =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recomputed in your browser:' });
const matches = (page: Page) => expect(verdict(page)).toContainText('matches');
const differs = (page: Page) => page.getByRole('region', { name: 'What differs' });

/** Times, prices and tick numbers that are broken across lines. Runs in the page. */
function brokenNumbers(root: Element): string[] {
  const broken: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement!.closest('code, pre, .vh')) continue;
    for (const { index, 0: word } of node.textContent!.matchAll(
      /(?<![\w-])[#+−]?\d[\d.,:]*\d(?![\w-])|\b\d{4}-\d\d-\d\d\b/g,
    )) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}

/** Opens an order, waits until it has ended, and opens its receipt. */
async function endedOrder(person: Account & { page: Page }, seconds = 1): Promise<string> {
  await moveIn(person, 100n);
  await openTab(person.page);
  const id = await openOrder(person, { seconds });
  await expect.poll(async () => (await orderOf(person, id)).order.outcome).not.toBeNull();
  await person.page.goto(`/contract/receipt/${id}`);
  return id;
}

test('a receipt shows both ticks, the calculation, the hash chain and every check', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person, 5); // long enough for ticks between entry and exit
  await shown(page, 'Receipt');
  await expect(verdict(page)).toContainText(/11 of 11 checks in \d+ ms, on this device/);
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

test('a changed file is reported with what was changed', async ({ person }, info) => {
  const { page } = person;
  const id = await endedOrder(person, 5);
  await matches(page);
  const receipt = await newCaller(person.cookies)(showReceipt, { id, form: 2 });
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
  // A wrong tick is listed even though those around it are collapsed.
  await expect(page.locator('tr[data-wrong]')).toHaveCount(1);
  await changed(({ order }) => {
    order.outcome = order.outcome === 'win' ? 'lose' : 'win';
  }, 'Result');
  await changed(({ order }) => {
    order.returnBp = 9000;
  }, 'The slip is signed for these terms');
  await changed((forged) => {
    forged.note = 'Real money.';
  }, 'Error at: note');
  // Differences are shown in words, not as raw values.
  await changed(({ order, postings }) => {
    postings[0]!.amount = '-11.00';
    order.payout = '1000.00';
    order.entry!.price = '1.00';
  }, 'Contract stake −11.00');
  await expect(differs(page)).toContainText(/Entry.*1\.00 · #[\d,]+/);
  await expect(differs(page)).not.toContainText(/contract_stake|\dT\d|@/);
  await holdsUp(page, 'a receipt that was changed');
  const broken = await differs(page).evaluate(brokenNumbers);
  expect(broken).toEqual([]);
});

test('a file that is not a receipt shows a plain message', async ({ person }, info) => {
  const { page } = person;
  await endedOrder(person);
  await matches(page);
  const path = info.outputPath('other.json');
  for (const text of ['this is no receipt', '', '[]', '{"kind":"statement"}']) {
    writeFileSync(path, text);
    await page.locator('input[type=file]').setInputFiles(path);
    await expect(page.getByRole('status').filter({ hasText: 'This file is not a receipt' })).toBeVisible();
    await expect(differs(page)).toHaveCount(0);
    await expect(verdict(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to this order' }).click();
    await matches(page);
  }
});

test('with large text no price or time breaks across lines', async ({ person }) => {
  const { page } = person;
  await endedOrder(person);
  await matches(page);
  for (const [width, text] of [
    [390, 100],
    [320, 100],
    [390, 150],
    [320, 150],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await setTextSize(page, text);
    const broken = await page.getByRole('main').evaluate(brokenNumbers);
    expect.soft(broken, `at ${width}, text at ${text} %`).toEqual([]);
    expect.soft(await layoutFaults(page)).toEqual([]);
  }
});

test('a contract posting in the statement links to its receipt', async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await page.goto('/assets/contract');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Contract stake/ })
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'See the receipt' }).click();
  await expect(page).toHaveURL(`/contract/receipt/${id}`);
  await matches(page);
  await page.goto('/assets/contract');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Transfer between wallets/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'See the receipt' })).toHaveCount(0);
});

test.describe('errors', () => {
  test.use({ callsMayFail: true });

  test('a receipt page handles an open order, a failed request, an unknown id and a visitor', async ({
    person,
    visitor,
  }) => {
    const { page } = person;
    await moveIn(person, 100n);
    await openTab(page);
    const id = await openOrder(person, { seconds: 5 });
    await page.goto(`/contract/receipt/${id}`);
    await expect(page.getByText('This order is still running')).toBeVisible();
    // Without a reload.
    await matches(page);

    await page.route('**/index/contract/receipt', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Cannot load the receipt')).toBeVisible();
    await page.unroute('**/index/contract/receipt');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await matches(page);

    for (const other of ['019a0c3e-7c00-7abc-8def-0123456789ab', 'nothing']) {
      await page.goto(`/contract/receipt/${other}`);
      const verdict = page.getByRole('status').filter({ hasText: 'No such receipt' });
      await expect(verdict).toBeVisible();
      // Not the icon for a connection problem.
      await expect(verdict.locator('path')).toHaveAttribute('d', searchSign);
    }
    await visitor.goto(`/contract/receipt/${id}`);
    await expect(visitor).toHaveURL(/\/login\?to=%2Fcontract%2Freceipt%2F/);
  });

  test('a slip key that the site never published is reported', async ({ person }) => {
    const { page } = person;
    await page.route('**/index/contract/rules', async (route) => {
      const answer = await (await route.fetch()).json();
      const slipKeys = [{ publicKey: 'ab'.repeat(32), since: '2026-01-01T00:00:00.000Z' }];
      await route.fulfill({ json: { ...answer, data: { ...answer.data, slipKeys } } });
    });
    await endedOrder(person);
    await expect(verdict(page)).toContainText('does not match');
    await expect(differs(page)).toContainText('Key of the slips');
  });
});

test('a receipt passes axe and fits in Russian', { tag: '@nightly' }, async ({ person }) => {
  const { page } = person;
  const id = await endedOrder(person);
  await matches(page);
  expect.soft(await axeFaults(page)).toEqual([]);
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/contract/receipt/${id}`);
  await expect(page.getByRole('main')).toContainText('совпадает');
  await holdsUp(page, 'a receipt in Russian');
});

test('the progress bar is valid markup while a receipt is recomputed', async ({ person }) => {
  const { page } = person;
  // Without the published keys the check cannot start.
  await page.route('**/index/market/tape', () => {});
  await endedOrder(person);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.locator('p div')).toHaveCount(0);
});

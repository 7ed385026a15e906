import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { receiptCard } from './deposits.ts';
import { heard } from './keys.ts';
import { consoleOf, newOperator } from './office.ts';
import { submitReceipt } from './specimens.ts';
import { expect, go, test } from './story.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');

async function claim(desk: Page, number: string): Promise<void> {
  await desk.getByRole('link', { name: new RegExp(number) }).click();
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('checkbox')).toHaveCount(4);
}

test('a reviewer compares a receipt by keyboard and rejects it; the user uploads again, and is credited', async ({
  open,
  person,
}) => {
  const { page, info } = person;
  const id = await submitReceipt(person, '100 USDT');
  const desk = await open(consoleOf(await newOperator('reviewer')));
  await desk.goto('/review/top_up');
  await expect(desk.getByRole('heading', { name: 'Top-ups' }).first()).toBeVisible();
  await claim(desk, info.number);
  const table = desk.getByRole('table', { name: 'Submitted, in the code, in the receipt' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Amount')).toHaveText(/1,000.00.*1,000.00.*See above/);
  await expect(row('User').getByRole('cell', { name: info.number })).toHaveCount(2);
  await expect(row('Address of this user')).toHaveText(/SIM-TRC20-.*-PAPER/);
  await expect(table.getByText('differs')).toHaveCount(0);
  const soFar = desk.getByRole('region', { name: 'This user so far' });
  await expect(soFar).toContainText(/Waiting now\s*1/);
  // Labels wrap before values do.
  const registered = soFar.getByRole('definition').first();
  expect((await registered.boundingBox())!.width).toBeGreaterThan(90);
  await expect(soFar).toContainText(/Passed by a network\s*0 · 0.00 USDT/);
  const picture = desk.getByRole('img', { name: 'Receipt' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  await desk.keyboard.press('+');
  await expect(desk.getByText('150 %')).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);

  await page.goto(`/pay/deposit/${id}`);
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  const said = await heard(page);
  await desk.keyboard.press('r');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('The receipt says 100, not 1,000.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByText('The case is rejected')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Top-up rejected' })).toBeVisible();
  expect((await said()).filter((each) => each === 'Top-up rejected')).toHaveLength(1);
  await expect(page.getByText('The receipt says 100, not 1,000.').first()).toBeVisible();
  await expect(page.getByText('If the review fails, please upload again.')).toBeVisible();
  await page.getByRole('button', { name: 'Make specimen' }).click();
  await expect(receiptCard(page, t).getByText('Ready', { exact: true })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeFocused();

  // A user who is on another page by then gets a notice there.
  await go(page, '/home');
  await desk.goto('/review/top_up');
  await claim(desk, info.number);
  await expect(soFar).toContainText(/Last rejections\s*None/); // the case waits again
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
  await desk.keyboard.press('a');
  await expect(desk.getByText('The case is approved')).toBeVisible();
  await expect(page.getByText('Top-up credited')).toBeVisible();
  await page.locator(`a[href="/pay/deposit/${id}"]`).click();
  await expect(page.getByText('1,000.00 USDT of paper money are in your Funding wallet.')).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'Rejected' }).getByRole('listitem')).toHaveCount(4);
  await page.getByRole('link', { name: 'See my assets' }).click();
  // The previous page may still be in the document, hidden.
  await expect(page.getByText('11,000.00').filter({ visible: true }).first()).toBeVisible();
});

test('the first reviewer of a large top-up sees their approval, and the user sees that two are needed', async ({
  open,
  person,
}) => {
  const { page, info } = person;
  const id = await submitReceipt(person, '20,000 USDT', '20000');
  await page.goto(`/pay/deposit/${id}`);
  await expect(page.getByText('Two different people must approve an amount this large.')).toBeVisible();
  const desk = await open(consoleOf(await newOperator('reviewer')));
  await desk.goto('/review/top_up');
  await claim(desk, info.number);
  await expect(desk.getByText('Two different people must approve this one.')).toBeVisible();
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
  await desk.keyboard.press('a');
  await expect(desk.getByText('You approved. Another person must approve too.')).toBeVisible();
  await desk.goto('/review/top_up');
  await desk.getByRole('link', { name: new RegExp(info.number) }).click();
  await expect(desk.getByText('You approved first')).toBeVisible();
  await expect(desk.getByText('Someone else has to decide this case')).toBeVisible();
  await expect(desk.getByText('Approved the case first')).toBeVisible();
});

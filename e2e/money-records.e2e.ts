import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { exchange, transfer } from '@glasshouse/protocol/assets/calls';
import { axeFaults } from './axe.ts';
import { arrange, newCaller } from './server.ts';
import { expect, heading, test } from './story.ts';

test('all money that was moved is listed by day, narrowed by a tap, heard of as it happens, and each record tells its way', async ({
  person,
}) => {
  const { page, info } = person;
  const call = newCaller(person.cookies);
  await page.goto('/records');
  await expect(page.getByText('Whatever money you move is listed here')).toBeVisible();
  // From another device: the list hears of it.
  await call(transfer, { id: randomUUID(), from: 'fund', to: 'contract', amount: '200' as never });
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(/Transfer\d\d:\d\d:\d\d · Funding to Contract200\.00 USDTDone/);
  await call(exchange, { id: randomUUID(), from: 'USDT', amount: '10' as never, rate: '7.20' });
  await expect(rows).toHaveCount(2);

  // A withdrawal that was rejected, and a top-up of last year.
  const [out, into] = [randomUUID(), randomUUID()];
  const begin = (id: string, flow: string, label: string, fee: number, at: string) =>
    `select begin_movement(${info.number}, '${id}', '${flow}', 'under_review', 1::smallint, 500000000, ${fee}, null, '${label}', ${at})`;
  await arrange(
    begin(out, 'withdraw', 'TRC20', 5_000_000, 'now()'),
    `select move_along(${info.number}, '${out}', 'rejected', now(), 'The address belongs to somebody else')`,
    begin(into, 'recharge', 'ERC20', 0, "'2025-03-18 09:41:06Z'"),
  );
  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 2, name: '2025-03-18' })).toBeVisible();
  await expect(page.getByText('No more')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // By tab, state and month; what is chosen is in the address.
  await page.getByRole('tab', { name: 'Top up' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('+500.00 USDTUnder review');
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rejected' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/state=rejected/);
  await page.getByRole('button', { name: /Rejected/ }).click();
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByLabel('Another month').fill('2025-03');
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^records-simulated-/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Simulated');
  expect(text).toContain('2025-03-18 09:41:06,Top up,Under review,USDT,500.00,0.00,ERC20');

  // One record, its steps and what they booked.
  await page.goto(`/records/${out}`);
  await expect(heading(page)).toHaveText('Record');
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  await expect(steps.last()).toContainText('The address belongs to somebody else');
  const books = page.getByRole('region', { name: 'In the books' });
  await expect(books).toContainText('−500.00 USDT');
  await expect(books).toContainText('+500.00 USDT');
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/records/not-an-id');
  await expect(page.getByText('No such record')).toBeVisible();
});

import { axeFaults } from './axe.ts';
import { consoleOf, newOperator } from './office.ts';
import { arrange } from './server.ts';
import { expect, test } from './story.ts';
import { raise } from './vip.ts';

test('a user asks for their deposit back, customer service returns it, and the level ends on the open page', async ({
  open,
  person,
}) => {
  const { page, info } = person;
  await raise(person, 2);
  await arrange(`update membership set since = now() - interval '70 days' where person = '${info.id}'`);
  await page.goto('/user/vip');
  await page.getByRole('button', { name: 'Ask for the deposit back' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Ask for 500 USDT back?' });
  await expect(sure).toContainText('you are VIP 0');
  await sure.getByRole('button', { name: 'Ask for the deposit back' }).click();
  await expect(page.getByText(/^\s*Under review since/)).toBeVisible();

  const support = await newOperator('support');
  const desk = await open(consoleOf(support));
  await desk.goto('/review/vip_refund');
  await desk.getByRole('link', { name: new RegExp(info.number) }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'VIP 2' })).toBeVisible();
  await expect(desk.getByRole('row', { name: /Deposit 500.00 USDT/ })).toBeVisible();
  await expect(desk.getByRole('row', { name: /Upgrades and refunds before .*\+500.00 \(0-2\)/ })).toBeVisible();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  for (const check of ['The hold is over', 'Received sums and history', 'Nothing open prevents'])
    await desk.getByRole('checkbox', { name: check }).check();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.getByRole('button', { name: /^Approve/ }).click();
  await expect(desk.getByText('The case is approved')).toBeVisible();

  await expect(page.getByText(/The deposit was returned on/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'VIP 0', exact: true })).toBeVisible();
});

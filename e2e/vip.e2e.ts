import { transfer } from '@glasshouse/protocol/assets/calls';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { raise } from './vip.ts';

test('a user buys a level with the trade password, and its deposit is part of the total', async ({ person }) => {
  const { page } = person;
  await page.goto('/user');
  await page.getByRole('link', { name: 'VIP levels' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'VIP 0', exact: true })).toBeVisible();
  await expect(page.getByText('VIP 1 and higher can receive transfers.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to VIP 1 · deposit 100 USDT' })).toBeVisible();
  await page.getByRole('radio', { name: 'Choose a level: VIP 3' }).check();
  await expect(page.getByText('30,000 a day, 900,000 a month')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upgrade to VIP 3 · deposit 2,000 USDT' }).click();
  const sheet = page.getByRole('dialog', { name: 'Upgrade to VIP 3' });
  await expect(sheet).toContainText('8,000.00 USDT');
  const hold = sheet.getByRole('button', { name: 'Hold 2,000.00 USDT' });
  await expect(hold).toBeDisabled();
  const digits = sheet.getByLabel('Trade password', { exact: true });
  await expect(digits).toBeFocused();
  await page.keyboard.type('1111');
  await expect(sheet.getByText('2 digits to go')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Wrong trade password')).toBeVisible();
  await digits.fill('123456');
  await hold.click();
  await expect(page.getByText('You are VIP 3 now')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'VIP 3', exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Today: Received' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 30,000',
  );
  await expect(page.getByText(/You can ask for it after \d{4}-/)).toBeVisible();
  await page.goto('/assets');
  await expect(page.getByText('VIP deposits held')).toBeVisible();
  await expect(page.getByText('10,000.00').first()).toBeVisible();
});

test('an upgrade that Funding does not cover continues after money has been moved there', async ({ person }) => {
  const { page, cookies } = person;
  const away = { from: 'fund', to: 'spot', amount: '9900' as never } as const;
  await newCaller(cookies)(transfer, { id: crypto.randomUUID(), ...away });
  await page.goto('/user/vip');
  await page.getByRole('radio', { name: 'Choose a level: VIP 2' }).check();
  await page.getByRole('button', { name: 'Upgrade to VIP 2 · deposit 500 USDT' }).click();
  const sheet = page.getByRole('dialog', { name: 'Upgrade to VIP 2' });
  await expect(sheet).toContainText('400.00 USDT are missing in Funding.');
  await sheet.getByRole('link', { name: 'Move money to Funding' }).click();
  await expect(page).toHaveURL('/assets/transfer?to=fund&amount=400.00');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('spot');
  await page.goBack();
  await expect(sheet).toContainText('400.00 USDT are missing in Funding.');
  await sheet.getByRole('link', { name: 'Move money to Funding' }).click();
  await page.getByRole('button', { name: 'Transfer 400.00 USDT' }).click();
  await expect(page).toHaveURL('/user/vip');
  await expect(sheet.getByRole('button', { name: 'Hold 500.00 USDT' })).toHaveAccessibleDescription('6 digits to go');
  await sheet.getByLabel('Trade password', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are VIP 2 now')).toBeVisible();
});

test('a level fits in a long language, on narrow phones and in large text', async ({ person }) => {
  const { page, info } = person;
  await raise(person, 2);
  await arrange(`update membership set since = now() - interval '70 days' where person = '${info.id}'`);
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.goto('/user/vip');
  await expect(page.getByRole('button', { name: 'Запросить депозит' })).toBeVisible();
  await holdsUp(page, 'the level in Russian');
});

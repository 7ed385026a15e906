import { arrange } from './server.ts';
import { expect, test } from './story.ts';

test('an abnormal account sees only the notice, the support contact and the log-out button', async ({
  person: { page, info },
}) => {
  await page.goto('/user');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await arrange(`update person set status = 'abnormal' where id = '${info.id}'`);
  for (const path of ['/user', '/home', '/pay/withdraw']) {
    await page.goto(path);
    await expect(page.getByText('This account is abnormal, contact customer service')).toBeVisible();
    await expect(page.getByRole('link', { name: /Help desk/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /glasshouse_support/ })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Simulated/ })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
});

import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { arrange } from './server.ts';
import { expect, test } from './story.ts';

test('the credit score opens from the account and lists its rules and an empty history', async ({ person }) => {
  const { page } = person;
  await page.goto('/user');
  await page.getByRole('link', { name: 'Credit score 100' }).click();
  await expect(page).toHaveURL('/user/credit');
  await expect(page.getByRole('img', { name: 'Credit score 100 out of 100' })).toBeVisible();
  await expect(page.getByText('no price and no refusal depends on it')).toBeVisible();
  const lowers = page.getByRole('table', { name: 'What lowers it' }).getByRole('row');
  await expect(lowers.filter({ hasText: 'An operator pauses the account' })).toContainText('−20');
  await expect(lowers.filter({ hasText: 'The first two times are free' })).toContainText('−5');
  const raises = page.getByRole('table', { name: 'What raises it' }).getByRole('row');
  await expect(raises.filter({ hasText: 'The pause is lifted' })).toContainText('+20');
  await expect(raises.filter({ hasText: '30 days in a row' })).toContainText('+5');
  await expect(page.getByRole('heading', { name: 'Nothing has changed it yet' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('a lower score and its history fit in a long language', async ({ person }) => {
  const { page, info } = person;
  const reason = 'Log-ins from two countries within an hour; paused until the holder confirms them';
  // Only the lower score, without the pause that would replace the page.
  await arrange(
    `insert into account_event (id, person, at, kind, reason) values (gen_random_uuid(), '${info.id}', now(), 'frozen', '${reason}')`,
  );
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.goto('/user/credit');
  await expect(page.getByRole('img', { name: 'Кредитный рейтинг 80 из 100' })).toBeVisible();
  const changes = page.getByRole('list', { name: 'Что его изменило' });
  await expect(changes).toContainText('Аккаунт приостановлен');
  await expect(changes).toContainText(reason);
  await holdsUp(page, 'the credit score in Russian');
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/user');
  await expect(page.getByRole('link', { name: 'Кредитный рейтинг 80' })).toBeVisible();
  await holdsUp(page, 'the account with the link to the score in Russian');
});

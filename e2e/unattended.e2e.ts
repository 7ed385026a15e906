import { reviewAfter } from '../scripts/review-after.ts';
import { makeReceipt } from './deposits.ts';
import { arrange } from './server.ts';
import { expect, go, test } from './story.ts';
import { verify } from './withdrawals.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const soon = 'reviewed automatically in about 10 s';

test.beforeEach(() => arrange(reviewAfter(10), `update operator_session set seen_at = now() - interval '6 minutes'`));
test.afterEach(() => arrange(reviewAfter(0)));

test('without an operator on duty, a top-up is credited within the announced seconds', async ({ person }) => {
  const { page } = person;
  await page.goto('/pay/deposit');
  await expect(page.getByText(`This is ${soon}.`)).toBeVisible();
  await makeReceipt(page, t, '20000');
  await expect(page.getByText(`This is ${soon}.`)).toHaveCount(0);
  await expect(page.getByText('two reviewers must approve the top-up')).toBeVisible();
  await makeReceipt(page, t, '1000');
  await expect(page.getByText(`This is ${soon}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await expect(page.getByText(`It is ${soon}.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: t('deposits.decided.passed') })).toBeVisible();
  await expect(page.getByText(/Approved automatically \d{4}-/)).toBeVisible();
});

test('identity and withdrawal forms announce the automatic review too', async ({ person }) => {
  const { page } = person;
  await page.goto('/user/cert');
  await expect(page.getByText(`This is ${soon}.`)).toBeVisible();
  await verify(person);
  await go(page, '/pay/withdraw');
  await expect(page.getByText(`This withdrawal is ${soon}.`)).toBeVisible();
});

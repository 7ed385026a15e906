import { axeFaults } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { expect, test } from './story.ts';

test('a search result leads to its section, and an empty search shows other ways to find help', async ({
  visitor: page,
}) => {
  await page.goto('/helps/help');
  await expect(page.getByRole('heading', { name: 'Break-even', exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search help' });
  await search.fill('tossing OFTEN break-even');
  await expect(page.getByRole('status').filter({ hasText: /answers? found/ })).toBeVisible();
  const results = page.getByRole('list', { name: 'Search help' }).getByRole('link');
  await expect(results.first()).toContainText('Break-even');
  await expect(page.getByRole('heading', { name: 'Break-even', exact: true })).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await results.first().click();
  const section = page.getByRole('heading', { name: 'Break-even', exact: true });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(search).toHaveValue('tossing OFTEN break-even');
  await expect(results.first()).toContainText('Break-even');
  for (const [text, topic] of [
    ['mining', 'Trust, staking and mining'],
    ['pledge', 'Trust, staking and mining'],
    ['spot spread', 'Spot: buying and selling coins'],
  ] as const) {
    await search.fill(text);
    await expect(results.first()).toContainText(topic);
  }

  await search.fill('zzzz');
  await expect(page.getByText('Nothing found').last()).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ask customer service' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer service' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show all topics' }).click();
  await expect(page.getByRole('navigation', { name: 'Common tasks' })).toBeVisible();
  await expect(search).toHaveValue('');
});

test('a beginner finds what to do about a forgotten trade password, and opens the page for it', async ({
  visitor: page,
}) => {
  await page.goto('/helps/help');
  await page.getByRole('navigation', { name: 'Common tasks' }).getByRole('link', { name: 'Trade password' }).click();
  const topic = page.getByRole('region', { name: 'Trade password' });
  await expect(topic).toBeFocused();
  await expect(topic.getByRole('link', { name: 'Open: Security center' })).toHaveAttribute('href', '/user/security');
  const search = page.getByRole('searchbox', { name: 'Search help' });
  await search.fill('forgot trade password');
  await page.getByRole('list', { name: 'Search help' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'If you forgot your trade password' })).toBeFocused();

  const send = page.getByRole('region', { name: 'Send money to a member' });
  await send.getByRole('link', { name: 'VIP levels' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('the help can be searched in Chinese without spaces', async ({ visitor: page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'));
  await page.goto('/helps/help');
  await expect(page.getByRole('navigation', { name: '常见操作' })).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索帮助' }).fill('账户充值');
  await expect(page.getByRole('status').filter({ hasText: /^找到 \d+ 处/ })).toBeVisible();
});

import { rooms } from './routes.ts';
import { expect, go, heading, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const unbuilt = rooms.map(({ path }) => path);
const primary = 'rgb(12, 19, 22)';

test('the black button of home and of the account is Trade, and it leads to a ticket', async ({ person: { page } }) => {
  await page.goto('/home');
  const trade = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Trade' });
  await expect(trade.locator('span')).toHaveCSS('background-color', primary);
  await trade.click();
  await expect(page).toHaveURL('/contract');
  await go(page, '/user');
  await expect(page.getByRole('link', { name: 'Trade' })).toHaveCSS('background-color', primary);
  await page.getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL('/contract');
});

test('nothing on home, in the account or in the records leads to a room that is empty', async ({
  person: { page },
}) => {
  for (const path of ['/home', '/user', '/assets', '/contract', '/records', '/user/settings', '/user/invite']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const links = await page
      .locator('a:visible')
      .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    expect(
      links.filter((to) => unbuilt.includes(to)),
      path,
    ).toEqual([]);
  }
});

test('what is not built says so, and its one way on is built', async ({ person: { page } }) => {
  expect(unbuilt.length).toBeGreaterThan(0);
  await page.goto('/home');
  for (const { path, title } of rooms) {
    await go(page, path);
    await shown(page, t(title));
    await expect(page.getByRole('heading', { name: 'Not built yet' })).toBeVisible();
    const ways = page.getByRole('main').getByRole('link');
    await expect(ways).toHaveCount(1);
    const to = new URL(await ways.evaluate((a) => (a as HTMLAnchorElement).href)).pathname;
    expect(unbuilt, path).not.toContain(to);
  }
});

test('all of it can still be found, in a group that says what it is', async ({ person: { page } }) => {
  await page.goto('/home/more');
  await page.getByRole('region', { name: 'Not built yet' }).getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL('/pay/deposit');
  await page.getByRole('main').getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL('/contract');
});

test('the page of invitations has the code to hand on, and whoever comes by its link has it filled in', async ({
  person: { page, info },
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Invite and earnings' }).click();
  await expect(page.getByText(info.invitationCode, { exact: true })).toBeVisible();
  await expect(page.getByText('Earnings are not built yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(info.invitationCode);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toContain('/register?invite=');
  const friend = await open();
  await friend.goto(await copied());
  await expect(friend.getByLabel('Invitation code')).toHaveValue(info.invitationCode);
});

test('the account leads to the orders and their receipts themselves', async ({ person: { page } }) => {
  await page.goto('/user');
  await page.getByRole('link', { name: 'Orders and receipts' }).click();
  await expect(page).toHaveURL('/contract/records');
});

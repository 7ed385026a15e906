import { open, pages, specified } from './routes.ts';
import { site } from './server.ts';
import { expect, go, heading, test } from './story.ts';

const closed = pages.filter(({ path }) => !open.includes(path));

test('the app has every page the specification names', () => {
  const paths = pages.map(({ path }) => path);
  expect(specified.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a visitor can open every page that is open to visitors', async ({ visitor }) => {
  for (const path of open) {
    await visitor.goto(path);
    await expect(heading(visitor)).toBeVisible();
    await expect(visitor).toHaveURL(path);
  }
});

test('every other page redirects a visitor to the login page', async ({ visitor }) => {
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  for (const { path } of closed) {
    await go(visitor, path);
    await expect(visitor).toHaveURL(`/login?${new URLSearchParams({ to: path })}`);
    await expect(heading(visitor)).toHaveText('Trade on paper. Check everything.');
  }
});

test('a typed or reloaded address is guarded in the same way', async ({ visitor, person }) => {
  for (const { path } of closed.filter((_, i) => i % 12 === 0)) {
    await visitor.goto(path);
    await expect(visitor).toHaveURL(`/login?${new URLSearchParams({ to: path })}`);
    await expect(heading(visitor)).toHaveText('Trade on paper. Check everything.');
    await person.page.goto(path);
    await expect(person.page).toHaveURL(path);
    await expect(heading(person.page)).toBeVisible();
  }
});

test('an address with a trailing slash is opened and guarded in the same way', async ({ visitor }) => {
  await visitor.goto('/market/');
  await expect(heading(visitor)).toHaveText('Market');
  await visitor.goto('/user/');
  await expect(visitor).toHaveURL('/login?to=%2Fuser');
});

test('old addresses redirect to their pages', async ({ person: { page } }) => {
  for (const [from, to] of [
    ['/', '/home'],
    ['/finance', '/finance/finance'],
    ['/redirect/market', '/market'],
    ['/redirect/market?coin=BTC&x=1', '/market?coin=BTC&x=1'],
    ['/redirect/finance/order', '/finance/order'],
    ['/redirect/', '/home'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(to);
    await expect(heading(page)).toBeVisible();
  }
});

test('a redirect never leaves the site', async ({ visitor }) => {
  for (const path of [
    '//evil.example',
    '//evil.example/home',
    '/%5Cevil.example',
    '/\\evil.example',
    '/%09/evil.example',
  ]) {
    await visitor.goto(`/redirect${path}`);
    await expect(heading(visitor)).toBeVisible();
    expect(new URL(visitor.url()).origin).toBe(site);
  }
});

test('a redirect does not bypass the guard', async ({ visitor }) => {
  await visitor.goto('/redirect/user/security?x=1');
  await expect(visitor).toHaveURL(`/login?${new URLSearchParams({ to: '/user/security?x=1' })}`);
});

for (const who of ['visitor', 'person'] as const) {
  test(`an unknown address shows a ${who} an error and a link home`, async ({ visitor, person }) => {
    const page = who === 'visitor' ? visitor : person.page;
    for (const path of ['/no/such/page', '/user/nothing', '/login/no']) {
      await page.goto(path);
      await expect(page).toHaveTitle('Not found - Glasshouse');
      await expect(page.getByText('There is no page here')).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await page.getByRole('link', { name: 'Go to home' }).click();
    await expect(page).toHaveURL('/home');
  });
}

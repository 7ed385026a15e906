import { expect, heading, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

const stored = (name: string) => localStorage.getItem(name);

test('a chosen language changes the page, its title, its color convention and server messages', async ({ visitor }) => {
  const t = wordsIn('zh-CN');
  const root = visitor.locator('html');
  await visitor.goto('/login');
  await expect(root).toHaveAttribute('lang', 'en-US');
  await expect(root).toHaveAttribute('data-updown', 'green-up');
  await visitor.getByRole('button', { name: 'Language' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: '简体中文' }).click();
  await expect(visitor.getByRole('dialog')).toBeHidden();

  await shown(visitor, t('titles.login'));
  await expect(root).toHaveAttribute('lang', 'zh-CN');
  await expect(root).toHaveAttribute('data-updown', 'red-up');
  expect(await visitor.evaluate(stored, 'language')).toBe('zh-CN');

  await visitor.getByLabel(t('session.accountOrName')).fill('nobody');
  await visitor.getByLabel(t('session.password'), { exact: true }).fill('not the password');
  await visitor.getByRole('button', { name: t('session.login'), exact: true }).click();
  await expect(visitor.getByRole('alert').filter({ hasText: '账号或密码错误' })).toBeVisible();

  await visitor.goto('/market');
  await shown(visitor, t('titles.market'));
  await expect(heading(visitor)).toHaveText(t('titles.market'));
});

test('a user changes the language in the settings, and a mounted tab follows', async ({ person: { page } }) => {
  const t = wordsIn('fr-FR');
  await page.goto('/user');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: /^Language/ }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page).toHaveURL('/user/settings');
  await shown(page, t('titles.settings'));
  await page.goBack();
  await expect(heading(page)).toHaveText(t('titles.user'));
  await expect(page.locator('html')).toHaveAttribute('data-updown', 'green-up');
});

test('in the longest language too, each link below the form opens its own text', async ({ visitor }) => {
  const t = wordsIn('ru-RU');
  await visitor.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await visitor.goto('/login');
  for (const text of ['terms', 'privacy']) {
    await visitor.getByRole('button', { name: t(`session.${text}`), exact: true }).click({ timeout: 3000 });
    await expect(visitor.getByRole('dialog', { name: t(`titles.${text}`) })).toBeVisible();
    await visitor.keyboard.press('Escape');
    await expect(visitor.getByRole('dialog')).toBeHidden();
  }
});

test('words are loaded in one language, and only those the page needs', async ({ visitor }) => {
  const fetched: string[] = [];
  visitor.on('request', (request) => {
    const name = /words-\w+-(\w+\.[a-z]{2}-[A-Z]{2})\.json$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  await visitor.goto('/home');
  await shown(visitor, 'Home');
  expect(fetched.toSorted()).toEqual(['app.en-US', 'home.en-US']);
});

test('an unsupported stored language falls back to Japanese', async ({ visitor }) => {
  await visitor.addInitScript(() => localStorage.setItem('language', 'xx-XX'));
  await visitor.goto('/home');
  await shown(visitor, wordsIn('ja-JP')('titles.home'));
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(visitor.locator('html')).toHaveAttribute('data-updown', 'red-up');
});

for (const [locale, way] of [
  ['zh-CN', 'red-up'],
  ['zh-HK', 'red-up'],
  ['ja-JP', 'red-up'],
  ['ko-KR', 'red-up'],
  ['ru-RU', 'green-up'],
  ['vi-VN', 'green-up'],
] as const) {
  test(`in ${locale} rising prices are ${way} and the page declares its language`, async ({ visitor }) => {
    await visitor.addInitScript((language) => localStorage.setItem('language', language), locale);
    await visitor.goto('/home');
    await shown(visitor, wordsIn(locale)('titles.home'));
    await expect(visitor.locator('html')).toHaveAttribute('data-updown', way);
    await expect(visitor.locator('html')).toHaveAttribute('lang', locale);
  });
}

for (const [spoken, locale] of [
  ['zh-CN', 'zh-CN'],
  ['zh-TW', 'zh-HK'],
  ['fr-CA', 'fr-FR'],
  ['en-GB', 'en-US'],
  ['de-DE', 'en-US'],
] as const) {
  test(`the first visit of a browser in ${spoken} is in ${locale}, in the server's messages too`, async ({ open }) => {
    const page = await open({ locale: spoken });
    const siteRequest = page.waitForRequest((request) => request.url().endsWith('/index/site/getsite'));
    await page.goto('/home');
    await shown(page, wordsIn(locale)('titles.home'));
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    expect((await siteRequest).headers().think_lang).toBe(locale);
    expect(await page.evaluate(stored, 'language')).toBe(null);
  });
}

test("a chosen language stays, whatever the browser's is", async ({ open }) => {
  const page = await open({ locale: 'zh-CN' });
  await page.goto('/home');
  await page.getByRole('button', { name: wordsIn('zh-CN')('app.language') }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click();
  await shown(page, 'Home');
  await page.reload();
  await shown(page, 'Home');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

test('the home page offers visitors the languages', async ({ visitor }) => {
  await visitor.goto('/home');
  await visitor.getByRole('button', { name: 'Language' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Русский' }).click();
  await shown(visitor, wordsIn('ru-RU')('titles.home'));
});

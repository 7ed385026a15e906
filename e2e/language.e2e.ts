import { expect, heading, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

const stored = (name: string) => localStorage.getItem(name);

test('a chosen language changes the page, its title, its colours and what the server says', async ({ visitor }) => {
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

test('a user changes the language in the settings, and a kept tab follows', async ({ person: { page } }) => {
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

test('in the longest language too, each word under the form opens its own text', async ({ visitor }) => {
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

test('words are fetched in one language, and only those of the page', async ({ visitor }) => {
  const fetched: string[] = [];
  visitor.on('request', (request) => {
    const name = /words-\w+-(\w+\.[a-z]{2}-[A-Z]{2})\.json$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  await visitor.goto('/home');
  await shown(visitor, 'Home');
  expect(fetched.toSorted()).toEqual(['app.en-US', 'home.en-US']);
});

test('a stored language that is not one of ours shows Japanese', async ({ visitor }) => {
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
  test(`in ${locale} prices start ${way} and the page speaks the language`, async ({ visitor }) => {
    await visitor.addInitScript((language) => localStorage.setItem('language', language), locale);
    await visitor.goto('/home');
    await shown(visitor, wordsIn(locale)('titles.home'));
    await expect(visitor.locator('html')).toHaveAttribute('data-updown', way);
    await expect(visitor.locator('html')).toHaveAttribute('lang', locale);
  });
}

test("the browser's language is offered once, in its own words, and taken at a tap", async ({ open }) => {
  const t = wordsIn('zh-HK');
  const page = await open({ locale: 'zh-TW' });
  await page.goto('/home');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  const offer = page.getByRole('region', { name: '要使用繁體中文嗎？' });
  await expect(offer).toHaveAttribute('lang', 'zh-HK');
  await offer.getByRole('button', { name: '好' }).click();
  await shown(page, t('titles.home'));
  await expect(offer).toHaveCount(0);
  await page.reload();
  await shown(page, t('titles.home'));
  await expect(offer).toHaveCount(0);
});

test('whoever says no to the offer stays in English and is not asked again', async ({ open }) => {
  const page = await open({ locale: 'fr-CA' });
  await page.goto('/contract');
  const offer = page.getByRole('region', { name: 'Continuer en français ?' });
  await offer.getByRole('button', { name: 'Non' }).click();
  await expect(offer).toHaveCount(0);
  await page.goto('/home');
  await shown(page, 'Home');
  await page.waitForLoadState('networkidle');
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(stored, 'language')).toBe(null);
});

test('a browser that speaks English, or none of ours, is offered nothing', async ({ open }) => {
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await open({ locale });
    await page.goto('/home');
    await shown(page, 'Home');
    await page.waitForLoadState('networkidle');
    await expect(page.locator('section[lang]')).toHaveCount(0);
  }
});

test("a visitor's home has the languages at hand", async ({ visitor }) => {
  await visitor.goto('/home');
  await visitor.getByRole('button', { name: 'Language' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Русский' }).click();
  await shown(visitor, wordsIn('ru-RU')('titles.home'));
});

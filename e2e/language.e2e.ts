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

test('each language file is fetched only when it is used', async ({ visitor }) => {
  const fetched: string[] = [];
  visitor.on('request', (request) => {
    const name = /\/([a-z]{2}-[A-Z]{2})-[^/]*\.js(on)?$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  await visitor.goto('/home');
  await shown(visitor, 'Home');
  expect(fetched).toEqual(['en-US']);
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

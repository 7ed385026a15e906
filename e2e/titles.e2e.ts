import { pages } from './routes.ts';
import { expect, go, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

const forms = ['/login', '/register', '/forget'];

for (const locale of ['en-US', 'zh-CN'] as const) {
  test(`every page has its title before the site's, in ${locale}`, async ({ person, visitor }) => {
    const t = wordsIn(locale);
    for (const page of [person.page, visitor]) {
      await page.addInitScript((language) => localStorage.setItem('language', language), locale);
      await page.goto('/home');
      await shown(page, t('titles.home'));
    }
    for (const { path, title } of pages) {
      const page = forms.includes(path) ? visitor : person.page;
      await go(page, path);
      await shown(page, t(title));
    }
    await go(person.page, '/no/such/page');
    await shown(person.page, t('titles.notFound'));
    await expect(person.page.locator('html')).toHaveAttribute('lang', locale);
  });
}

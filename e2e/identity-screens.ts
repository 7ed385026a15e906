import { expireCodes, fillDetails, makeBoth, savedSide, tellState, verifications } from './identity.ts';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const cert = { path: '/user/cert', title: 'titles.identity', who: 'user' } as const;

const inState = (name: keyof typeof verifications): Screen => ({
  ...cert,
  name: `identity-${name}`,
  arrange: async (page, t) => {
    await tellState(page, verifications[name]);
    await page.reload();
    const { state } = verifications[name];
    if (state === 'none') await expect(page.getByLabel(t('identity.name'))).toBeVisible();
    else await expect(page.getByRole('heading', { name: t(`identity.decided.${state}`) })).toBeVisible();
  },
});

/** The steps of a verification and its states. */
export const identityScreens: Screen[] = [
  ...(['none', 'review', 'automatic', 'passed', 'byClock', 'rejected'] as const).map(inState),
  {
    ...cert,
    name: 'identity-documents',
    arrange: async (page, t) => {
      await tellState(page, verifications.none);
      await page.reload();
      await fillDetails(page, t);
      await makeBoth(page, t);
    },
  },
  {
    ...cert,
    name: 'identity-uploading',
    arrange: async (page, t) => {
      await tellState(page, verifications.none);
      await page.route('**/index/user/uploads', () => {});
      await page.reload();
      await fillDetails(page, t);
      await page.getByRole('button', { name: t('identity.make') }).click();
      await expect(page.getByRole('img').nth(1)).toBeVisible();
    },
  },
  {
    ...cert,
    name: 'identity-failed',
    arrange: async (page, t) => {
      await tellState(page, verifications.none);
      await page.route('**/index/user/uploads', (route) => route.abort());
      await page.reload();
      await fillDetails(page, t);
      await page.getByRole('button', { name: t('identity.make') }).click();
      const again = page.getByRole('button', { name: t('identity.sendAgain').replace('{side}', '') });
      await expect(again).toHaveCount(2);
    },
  },
  {
    ...cert,
    name: 'identity-expired',
    arrange: async (page, t) => {
      await tellState(page, verifications.none);
      await expireCodes(page);
      const ready = { code: 200, msg: '', data: { id: crypto.randomUUID() } };
      await page.route('**/index/user/uploads', (route) => route.fulfill({ json: ready }));
      await page.reload();
      await fillDetails(page, t);
      await makeBoth(page, t);
      await page.locator('input[type=file]').setInputFiles(await savedSide(page, t, 'front'));
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...cert,
    name: 'identity-again',
    arrange: async (page, t) => {
      await tellState(page, verifications.rejected);
      await page.reload();
      await page.getByRole('button', { name: t('ui.tryAgain') }).click();
      await expect(page.getByLabel(t('identity.name'))).toBeVisible();
    },
  },
  {
    ...cert,
    name: 'identity-not-loaded',
    arrange: async (page, t) => {
      await page.route('**/index/user/certState', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('identity.failed'))).toBeVisible();
    },
  },
  {
    ...cert,
    name: 'identity-refused',
    arrange: async (page, t) => {
      await tellState(page, verifications.none);
      await page.reload();
      await fillDetails(page, t);
      const buffer = Buffer.from('no picture');
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    },
  },
];

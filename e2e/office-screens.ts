import type { Page } from '@playwright/test';
import type { World } from './office-world.ts';
import type { Words } from './screen.ts';
import { expect } from './story.ts';

/** A page of the console, the operator who views it, and the steps before the picture is taken. */
export type OfficeScreen = {
  name: string;
  path: string | ((world: World) => string);
  who: keyof World['staff'] | 'enrolling' | 'halfway' | 'nobody';
  /** A sentence that is visible once the page has loaded its data. */
  shows: string;
  arrange?: (page: Page, t: Words) => Promise<void>;
};

const press = (key: string) => async (page: Page, t: Words) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: t(key), exact: true })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
const openFirstCase = async (page: Page, t: Words) => {
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: t('review.decision') })).toBeVisible();
};
const frozenUser = ({ users }: World) => `/users/${users[0]!.info.number}`;

export const officeScreens: OfficeScreen[] = [
  { name: 'log-in', path: '/', who: 'nobody', shows: 'session.logInAbout' },
  { name: 'set-up', path: ({ link }) => link, who: 'nobody', shows: 'session.setUpAbout' },
  { name: 'enrol', path: '/', who: 'enrolling', shows: 'session.orSecret' },
  { name: 'factor', path: '/', who: 'halfway', shows: 'session.factorAbout' },
  { name: 'review', path: '/review/appeal', who: 'support', shows: 'review.choose' },
  {
    name: 'review-case',
    path: '/review/appeal',
    who: 'support',
    shows: 'review.choose',
    arrange: async (page, t) => {
      await openFirstCase(page, t);
      const claim = page.getByRole('button', { name: t('review.claim') });
      if (await claim.isVisible()) await claim.click();
      await page.getByLabel(t('review.checks.read')).check();
      await page.getByLabel(t('review.checks.cause')).check();
      await expect(page.getByText(t('review.sealed'))).toBeVisible();
    },
  },
  {
    name: 'review-identity',
    path: '/review/identity',
    who: 'reviewer',
    shows: 'review.choose',
    arrange: async (page, t) => {
      await openFirstCase(page, t);
      const claim = page.getByRole('button', { name: t('review.claim') });
      if (await claim.isVisible()) await claim.click();
      for (const side of ['front', 'back'])
        await expect(page.getByRole('img', { name: t(`review.specimen.${side}`) })).toBeVisible();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'review-claimed',
    path: '/review/appeal',
    who: 'auditor',
    shows: 'review.choose',
    arrange: openFirstCase,
  },
  {
    name: 'review-decided',
    path: '/review/appeal',
    who: 'support',
    shows: 'review.choose',
    arrange: async (page, t) => {
      await page.getByRole('tab', { name: t('review.decided') }).click();
      await expect(page.getByText(t('review.outcome.reject'))).toBeVisible();
      await openFirstCase(page, t);
    },
  },
  { name: 'approvals', path: '/approvals', who: 'support', shows: 'approvals.own' },
  {
    name: 'approvals-decide',
    path: '/approvals',
    who: 'support',
    shows: 'approvals.own',
    arrange: press('approvals.approve'),
  },
  { name: 'overview', path: '/dashboard', who: 'owner', shows: 'dashboard.panels.signUps' },
  { name: 'users', path: '/users', who: 'support', shows: 'users.registered' },
  { name: 'users-none', path: '/users?q=nobody+at+all', who: 'support', shows: 'users.none' },
  { name: 'user', path: frozenUser, who: 'support', shows: 'books.kind.welcome_grant' },
  { name: 'user-unfreeze', path: frozenUser, who: 'support', shows: 'users.account', arrange: press('users.unfreeze') },
  { name: 'user-correct', path: frozenUser, who: 'support', shows: 'users.account', arrange: press('users.correct') },
  { name: 'periods', path: '/periods', who: 'product_manager', shows: 'periods.minStake' },
  {
    name: 'periods-edit',
    path: '/periods',
    who: 'product_manager',
    shows: 'periods.minStake',
    arrange: press('ui.change'),
  },
  { name: 'products', path: '/products', who: 'product_manager', shows: 'products.versions' },
  {
    name: 'product-new',
    path: '/products',
    who: 'product_manager',
    shows: 'products.versions',
    arrange: press('products.add'),
  },
  {
    name: 'product-publish',
    path: '/products',
    who: 'product_manager',
    shows: 'products.versions',
    arrange: async (page, t) => {
      await page.getByRole('tab', { name: t('products.states.draft') }).click();
      await press('products.publish')(page, t);
    },
  },
  {
    name: 'product-versions',
    path: '/products',
    who: 'auditor',
    shows: 'products.versions',
    arrange: async (page, t) => {
      await press('products.versions')(page, t);
      await expect(page.getByRole('dialog').getByText(t('ui.noMore'))).toBeVisible();
    },
  },
  {
    name: 'promised',
    path: '/dashboard',
    who: 'owner',
    shows: 'dashboard.panels.promised',
    arrange: async (page, t) => {
      const panel = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t('dashboard.panels.promised') }) });
      await expect(panel.getByRole('img').first()).toBeVisible({ timeout: 90_000 });
      await panel.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'user-products',
    path: ({ users }) => `/users/${users.at(-1)!.info.number}`,
    who: 'support',
    shows: 'holdings.title',
    arrange: async (page, t) => {
      const panel = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t('holdings.title'), exact: true }) });
      await expect(panel.getByRole('row').nth(4)).toBeVisible();
      await panel.scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings', path: '/settings', who: 'product_manager', shows: 'settings.first' },
  {
    name: 'settings-edit',
    path: '/settings',
    who: 'product_manager',
    shows: 'settings.first',
    arrange: press('ui.change'),
  },
  {
    name: 'settings-money',
    path: '/settings',
    who: 'product_manager',
    shows: 'settings.first',
    arrange: press('money.edit'),
  },
  { name: 'announcements', path: '/announcements', who: 'product_manager', shows: 'announcements.shown' },
  {
    name: 'announcements-edit',
    path: '/announcements',
    who: 'product_manager',
    shows: 'announcements.shown',
    arrange: press('ui.change'),
  },
  { name: 'maintenance', path: '/maintenance', who: 'product_manager', shows: 'maintenance.states.planned' },
  { name: 'contacts', path: '/contacts', who: 'product_manager', shows: 'contacts.noLink' },
  {
    name: 'contacts-add',
    path: '/contacts',
    who: 'product_manager',
    shows: 'contacts.noLink',
    arrange: press('contacts.add'),
  },
  { name: 'operators', path: '/operators', who: 'owner', shows: 'operators.permissions.site_write' },
  {
    name: 'operators-invite',
    path: '/operators',
    who: 'owner',
    shows: 'operators.roles',
    arrange: press('operators.invite'),
  },
  { name: 'audit', path: '/audit', who: 'auditor', shows: 'audit.verdict.intact' },
  { name: 'audit-entry', path: '/audit', who: 'auditor', shows: 'audit.verdict.intact', arrange: press('audit.open') },
  { name: 'self', path: '/self', who: 'support', shows: 'self.noPasskeys' },
];

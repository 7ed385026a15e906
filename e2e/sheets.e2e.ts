import type { Page } from '@playwright/test';
import { openTab } from './contracts.ts';
import { expect, heading, test } from './story.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^Simulated/ });
const dialogs = (page: Page) => page.getByRole('dialog');

/** Presses Back twice, as fast as a thumb can: the second press doesn't wait for the effect of the first. */
const backTwice = (page: Page) =>
  page.evaluate(() => {
    history.back();
    setTimeout(() => history.back(), 30);
  });

/** From home to the login page, so that the history has a previous page. */
async function toLogin(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  // Home has a button of that name too, and is visible until the log-in page has loaded.
  await expect(page.getByLabel('Username, email or phone')).toBeVisible();
}

async function openLanguage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Language' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a language' })).toBeVisible();
}

test('Back closes a sheet and stays on the page; Back again leaves it', async ({ visitor: page }) => {
  await toLogin(page);
  await page.getByLabel('Username, email or phone').fill('half a name');
  await openLanguage(page);
  await page.goBack();
  await expect(dialogs(page)).toBeHidden();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Username, email or phone')).toHaveValue('half a name');
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('a sheet closed by its button leaves no history entry', async ({ visitor: page }) => {
  await toLogin(page);
  for (const close of ['Close', 'Escape']) {
    await openLanguage(page);
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await dialogs(page).getByRole('button', { name: close }).click();
    await expect(dialogs(page)).toBeHidden();
  }
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('Forward after closing a sheet opens nothing, and Back still leaves the page', async ({ visitor: page }) => {
  await toLogin(page);
  await openLanguage(page);
  await page.goBack();
  await expect(dialogs(page)).toBeHidden();
  await page.evaluate(() => history.forward());
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await expect(dialogs(page)).toBeHidden();
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('a page reloaded with an open sheet comes back without it, and Back leaves the page', async ({
  visitor: page,
}) => {
  await toLogin(page);
  await openLanguage(page);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(dialogs(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await openLanguage(page);
  await page.goBack();
  await expect(dialogs(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('stacked sheets close one by one', async ({ visitor: page }) => {
  await openTab(page);
  await page
    .getByRole('button', { name: /BTC\/USDT/ })
    .first()
    .click();
  await expect(dialogs(page)).toHaveCount(1);
  await dialogs(page)
    .getByRole('button', { name: /^Simulated/ })
    .click();
  await expect(page.getByRole('dialog', { name: /Simulated/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: /Simulated/ })).toBeHidden();
  await expect(dialogs(page)).toHaveCount(1);
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL('/contract');
});

test('two fast presses of Back close a sheet and leave the page, or close two sheets', async ({ visitor: page }) => {
  await toLogin(page);
  await openLanguage(page);
  await backTwice(page);
  await expect(page).toHaveURL('/home');
  await expect(dialogs(page)).toHaveCount(0);
  await openTab(page);
  await page
    .getByRole('button', { name: /BTC\/USDT/ })
    .first()
    .click();
  await dialogs(page)
    .getByRole('button', { name: /^Simulated/ })
    .click();
  await expect(page.getByRole('dialog', { name: /Simulated/ })).toBeVisible();
  await backTwice(page);
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL('/contract');
});

test('a link in a sheet is one history step: Back returns to the page, Forward to the linked one', async ({
  person: { page },
}) => {
  await page.goto('/user');
  await pill(page).click();
  await dialogs(page).getByRole('link', { name: 'How to check a result' }).click();
  await expect(page).toHaveURL('/helps/help#checking');
  await expect(dialogs(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/user');
  await expect(dialogs(page)).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL('/helps/help#checking');
});

test('a choice in a sheet changes the page, and Back then leaves it', async ({ person: { page } }) => {
  await page.goto('/assets');
  await page.getByRole('link', { name: 'Statement', exact: true }).last().click();
  await expect(heading(page)).toHaveText('Statement');
  await page.getByRole('button', { name: 'Kind', exact: true }).click();
  await dialogs(page).getByText('Transfers', { exact: true }).click();
  await expect(page).toHaveURL('/assets/statement?kind=transfers');
  await expect(dialogs(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/assets');
});

test('Back answers a confirmation with no', async ({ person: { page } }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await heading(page).evaluate((element) => element.setAttribute('data-kept', 'yes'));
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page).toHaveURL('/user');
  await expect(heading(page)).toHaveAttribute('data-kept', 'yes');
  // Yes leads to the login page, and no page of the account is left in the history.
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

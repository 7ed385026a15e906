import { moveIn, openTab, positions, side, stakeOf } from './contracts.ts';
import { tabTo } from './keys.ts';
import { newEmail, openAccount } from './people.ts';
import { forgetThrottles } from './server.ts';
import { expect, heading, test } from './story.ts';

test('a user without a pointer can log in and reach every tab', async ({ visitor: page }) => {
  const { username, password } = await openAccount();
  await page.goto('/register');
  await expect(heading(page)).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: 'Register' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('tab', { name: 'Log in' })).toBeFocused();
  await tabTo(page, page.getByLabel('Username, email or phone'));
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(`Hello, ${username}`);

  await tabTo(page, page.getByRole('tab', { name: 'Gainers' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Losers' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, page.getByRole('link', { name: 'Account', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user');
});

test('a sheet keeps the focus inside, Escape closes it, and the focus returns', async ({ visitor: page }) => {
  await page.goto('/login');
  await expect(heading(page)).toBeVisible();
  const pill = page.getByRole('button', { name: /^Simulated/ });
  await tabTo(page, pill);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /Simulated/ });
  await expect(sheet).toBeVisible();
  for (let stops = 0; stops < 8; stops++) {
    await page.keyboard.press(stops < 5 ? 'Tab' : 'Shift+Tab');
    await expect(sheet.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(pill).toBeFocused();
});

test('after following a link the new page has the focus', async ({ person: { page } }) => {
  await page.goto('/user');
  await expect(heading(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Security center' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Security center');
  await expect(heading(page)).toBeFocused();
});

test('a page whose code loads late gets the focus once it is there', async ({ visitor: page }) => {
  await page.goto('/market?symbol=BTC');
  const trade = page.getByRole('link', { name: 'Trade BTC contracts' });
  await expect(trade).toBeVisible();
  await tabTo(page, trade);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/^[^?]*\/contract/);
  await expect(heading(page)).toContainText('BTC');
  await expect(heading(page)).toBeFocused();
});

test('requesting a code focuses its field, and Enter moves from field to field', async ({ visitor: page }) => {
  await forgetThrottles();
  await page.goto('/register');
  await page.getByLabel('Email or phone', { exact: true }).fill(newEmail());
  await tabTo(page, page.getByRole('button', { name: 'Send code' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await expect(page.getByText('a code is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Login password', { exact: true })).toBeFocused();
});

test('each eye button names the password it shows', async ({ visitor: page }) => {
  await page.goto('/register');
  await page.locator('summary').click();
  for (const field of ['Login password', 'Trade password', 'Trade password again']) {
    if (field === 'Trade password again') await page.getByLabel('Trade password', { exact: true }).fill('246810');
    const eye = page.getByRole('button', { name: `Show password: ${field}`, exact: true });
    await eye.click();
    await expect(page.getByRole('button', { name: `Hide password: ${field}`, exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: field, exact: true })).toBeVisible();
  }
});

test('on a desktop single keys fill in an order and Enter confirms it, but not while the user types', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, 1000n);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTab(page);
  await expect(side(page, 'Long')).toBeEnabled();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await page.keyboard.press('3');
  await expect(page.getByRole('radio').nth(2)).toBeChecked();

  await stakeOf(page).fill('50');
  await page.keyboard.press('b');
  await expect(confirm).toBeHidden();
  await stakeOf(page).fill('50');
  await stakeOf(page).blur();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(list).toBeVisible();
  await page.keyboard.press('s');
  await expect(confirm).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: /^Confirm Short/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirm).toBeHidden();
  await page.keyboard.press('b');
  const long = page.getByRole('button', { name: /^Confirm Long/ });
  await expect(long).toBeFocused();
  await expect(long).toBeEnabled(); // it is disabled while prices are late
  await page.keyboard.press('Enter');
  await expect(confirm).toBeHidden();
  await expect(positions(page)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contract 1' })).toBeVisible();

  await page.keyboard.press('?');
  await list.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: '? All keys' })).toBeVisible();
  await expect(confirm).toBeHidden();
});

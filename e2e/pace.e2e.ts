import { axeFaults } from './axe.ts';
import { choosePeriod, offerShortPeriods, openTab, positions, result, side } from './contracts.ts';
import { newHand } from './human-pace.ts';
import { logInOn, newEmail, openAccount } from './people.ts';
import { codeMailedTo, forgetThrottles } from './server.ts';
import { expect, test, waitForPrices } from './story.ts';
import { watchCalls } from './visitor-calls.ts';

// Measures how long a new visitor takes. Nothing else runs at the same time.

test.beforeAll(offerShortPeriods);

test('a visitor places an order within four taps and eight seconds, and verifies its result with one more', async ({
  visitor: page,
}) => {
  const otherCalls = watchCalls(page);
  // The app is cached, and the period is five seconds instead of a minute.
  await openTab(page);
  await choosePeriod(page, 5);
  const hand = newHand(page);
  await page.goto('/');
  await hand.tap(page.getByRole('link', { name: 'Try a trade without an account' }));
  await hand.tap(side(page, 'Long'));
  await hand.tap(page.getByRole('button', { name: 'Confirm Long · 10.00 USDT' }));
  const practice = page.getByRole('region', { name: 'Practice on this device' });
  await expect(practice.getByRole('timer')).toBeVisible();
  const { taps, seconds } = hand.soFar();
  console.log(`from arrival to an open order: ${taps} taps, ${seconds.toFixed(1)} s`);
  expect(taps).toBeLessThanOrEqual(4);
  expect(seconds).toBeLessThanOrEqual(8);
  await expect(page.getByText('Available 9,990.00')).toBeVisible();
  await expect(side(page, 'Short')).toHaveAccessibleDescription(/^One open practice order per product/);

  await expect(result(page)).toContainText(/(Won|Lost|Draw)/);
  expect(await axeFaults(page)).toEqual([]);
  await hand.tap(page.getByRole('link', { name: 'Verify this result' }));
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  console.log(`to a verified result: ${hand.soFar().taps} taps, ${hand.soFar().seconds.toFixed(1)} s`);
  expect(hand.soFar().taps).toBe(taps + 1);
  await expect(page.getByText('this order has no slip and no place in the public log')).toBeVisible();
  await expect(page.getByText('It cannot be shared: only this device knows the order')).toBeVisible();
  expect(otherCalls()).toEqual([]);

  // The stored order proves nothing: the receipt is checked against the tape again.
  await page.evaluate(() =>
    localStorage.setItem(
      'practice',
      localStorage.getItem('practice')!.replace(/"payout":"[^"]*"/, '"payout":"9000.00"'),
    ),
  );
  await page.reload();
  await expect(page.getByText('What this device keeps does not follow from the tape.')).toBeVisible();
  const onwards = page.getByRole('link', { name: 'Open a practice account' });
  await expect(onwards).toHaveAttribute('href', '/register?to=%2Fcontract');

  // After opening an account, the order is still in the records of this device.
  await logInOn(page, await openAccount());
  // The practice result belongs to no account, so this one does not show it.
  const watching = page.waitForResponse('**/index/contract/positions');
  await page.goto('/home');
  await watching;
  await waitForPrices(page);
  await expect(result(page)).toHaveCount(0);
  await page.goto('/contract/records');
  await page.getByRole('link', { name: /^Practice on this device/ }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /BTC/ })).toHaveAttribute(
    'href',
    /^\/receipt\/device\//,
  );
  await expect(onwards).toHaveCount(0);
});

test('a new visitor has an account and an open contract after 8 taps and 30 seconds', async ({ visitor: page }) => {
  const email = newEmail();
  // A new tape takes a while to start.
  await openTab(page);
  await forgetThrottles();
  const hand = newHand(page);
  await page.goto('/');
  await hand.tap(page.getByRole('link', { name: 'Open a practice account' }));
  await hand.tap(page.getByLabel('Email or phone', { exact: true }));
  await hand.type(email);
  await hand.tap(page.getByRole('button', { name: 'Send code' }));
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await hand.type(await hand.during(8000, () => codeMailedTo(email)));
  await hand.enter();
  await expect(page.getByLabel('Login password', { exact: true })).toBeFocused();
  await hand.type('a paper lantern');
  await hand.tap(page.getByLabel('I understand this is simulated'));
  await hand.tap(page.getByRole('button', { name: 'Create account' }));
  await hand.tap(page.getByRole('link', { name: 'Trade', exact: true }));
  await hand.tap(side(page, 'Long'));
  await hand.tap(page.getByRole('button', { name: /^Confirm Long/ }));
  await expect(positions(page)).toContainText(/Entry/);
  const { taps, seconds } = hand.soFar();
  console.log(`from arriving to an open contract: ${taps} taps, ${seconds.toFixed(1)} s`);
  expect(taps).toBeLessThanOrEqual(8);
  expect(seconds).toBeLessThanOrEqual(30);
  await expect(page.getByText('Available 9,990.00')).toBeVisible();
});

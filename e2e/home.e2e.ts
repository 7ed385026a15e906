import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { moveIn, offerShortPeriods, openOrder, openTab, orderOf } from './contracts.ts';
import { registerByHand } from './people.ts';
import { expect, heading, test } from './story.ts';

test.beforeAll(offerShortPeriods);

const worth = (page: Page) => page.getByRole('region', { name: 'Total valuation' });
const trading = (page: Page) => worth(page).getByRole('link', { name: /^Total result/ });
const loss = 'rgb(196, 36, 59)';
const gain = 'rgb(0, 120, 76)';

test('home shows the profit of a contract as soon as it ends, separate from grant and income', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await page.goto('/home');
  await expect(trading(page)).toHaveText(/Today 0\.00.*All time 0\.00/);
  // Without results there is no line.
  await expect(trading(page).locator('svg path').nth(1)).toHaveCount(0);

  const id = await openOrder(person, { seconds: 5 }); // open long enough for the page to see it
  const ended = async () => (await orderOf(person, id)).order.outcome;
  await expect.poll(ended).not.toBeNull();
  const outcome = await ended();
  const shown = { win: '+8.00', lose: '−10.00', draw: '0.00', void: '0.00' }[outcome!];
  await expect(trading(page)).toHaveText(
    new RegExp(`Today ${shown.replace('+', '\\+')}.*All time ${shown.replace('+', '\\+')}`),
  );
  await expect(trading(page)).not.toContainText('9,990');
  if (outcome === 'win' || outcome === 'lose') {
    const figure = trading(page).getByText(shown, { exact: true }).first();
    await expect(figure).toHaveCSS('color', outcome === 'win' ? gain : loss);
    await expect(trading(page)).toContainText(`Last 30 days: ${shown} USDT.`);
  }
  expect(await axeFaults(page)).toEqual([]);

  // With balances hidden, the line is hidden too.
  await worth(page)
    .getByRole('button', { name: /balance/i })
    .click();
  await expect(trading(page)).not.toContainText(/\d\.\d\d/);
  await expect(trading(page)).not.toContainText('Last 30 days');
  await worth(page)
    .getByRole('button', { name: /balance/i })
    .click();
  await trading(page).click();
  await expect(heading(page)).toHaveText('My results');
  // The same total first, then its parts.
  const total = page.getByRole('region', { name: 'Total result' });
  await expect(total).toContainText(`${shown} USDT`);
  const parts = page.getByRole('list', { name: 'Where it comes from' });
  await expect(parts.getByRole('link')).toHaveCount(5);
  await expect(parts.getByRole('link', { name: /^Contracts/ })).toContainText(shown);
  await expect(parts.getByRole('link', { name: /^Spot/ })).toContainText('average cost of the coins sold');
  expect(await axeFaults(page)).toEqual([]);
  await parts.getByRole('link', { name: /^Contracts/ }).click();
  await expect(page).toHaveURL('/contract/results?days=all');
});

test('digits have equal widths, and hyphens and periods in text keep their own', async ({ visitor: page }) => {
  await page.goto('/home');
  const widths = await page.evaluate(async () => {
    await document.fonts.ready;
    const widthOf = (text: string, numbers: string) => {
      const span = document.createElement('span');
      span.style.cssText = `position: absolute; white-space: pre; font-size: 100px; font-variant-numeric: ${numbers}`;
      span.textContent = text.repeat(10);
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    const stretched = [...'-.,:;()+ '].filter((mark) => widthOf(mark, 'inherit') !== widthOf(mark, 'normal'));
    const digits = new Set([...'0123456789'].map((digit) => widthOf(digit, 'inherit')));
    return { stretched, digits: digits.size };
  });
  expect(widths).toEqual({ stretched: [], digits: 1 });
});

test('home offers a visitor a practice trade, registration and the market, and nothing that requires an account', async ({
  visitor,
}) => {
  await visitor.goto('/home');
  const main = visitor.getByRole('main');
  for (const name of ['Try a trade without an account', 'Open a practice account', 'Log in', /All markets/])
    await expect(main.getByRole('link', { name })).toBeVisible();
  await expect(main.getByRole('link', { name: /Top up|Withdraw|Transfer|Records/ })).toHaveCount(0);
  await expect(visitor.getByRole('navigation', { name: 'Quick actions' })).toHaveCount(0);
  expect(await axeFaults(visitor)).toEqual([]);
});

test('the welcome message appears once, with the balance', async ({ visitor }) => {
  await registerByHand(visitor);
  const welcome = visitor.getByRole('status').filter({ hasText: 'Your practice account is open' });
  await expect(welcome).toHaveCount(1);
  await expect(welcome).toContainText('It holds 10,000.00 USDT of paper money.');
  await expect(welcome).toHaveCount(0);
  await visitor.reload();
  await expect(worth(visitor)).toContainText('10,000.00');
  await expect(welcome).toHaveCount(0);
});

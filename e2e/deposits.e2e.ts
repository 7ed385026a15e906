import { getOverview } from '@glasshouse/protocol/assets/calls';
import { showDeposit, submitDeposit, topUpByCard } from '@glasshouse/protocol/deposits/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { makeReceipt, receiptCard, tellTopUp, topUps } from './deposits.ts';
import { newCaller } from './server.ts';
import { expect, go, test } from './story.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const bodiesTo = (page: Page, path: string) => {
  const seen: unknown[] = [];
  page.on('request', (request) => request.url().endsWith(path) && seen.push(request.postDataJSON()));
  return seen;
};

test('a receipt is made for its amount and network and submitted; other pictures never leave the device', async ({
  person,
}) => {
  const { page } = person;
  const sent = bodiesTo(page, submitDeposit.path);
  await page.goto('/pay/deposit');
  await page.getByText('ERC20', { exact: true }).click();
  const { addresses } = await newCaller(person.cookies)(showDeposit, {});
  const { address } = addresses[1]!;
  await expect(page.locator('code')).toHaveText(address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByText('Never send real coins')).toBeVisible();
  await page.getByRole('button', { name: 'Make specimen' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription('Enter the amount');
  const submit = page.getByRole('button', { name: 'Submit for review' });
  await expect(submit).toBeDisabled();

  // A picture that the app did not draw never leaves the device.
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  const uploads: string[] = [];
  page.on('request', (request) => request.url().endsWith('/index/user/uploads') && uploads.push(request.url()));
  const photo = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 300, height: 60 } });
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(
    page.getByRole('alert').filter({ hasText: 'No valid specimen code was found in bank.jpg' }),
  ).toBeVisible();
  expect(uploads).toEqual([]);

  // The hint next to the button follows the state of the receipt.
  await expect(page.getByText('Now make a receipt, or upload one you saved.')).toBeVisible();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/index/user/uploads', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Make specimen' }).click();
  await expect(submit).toHaveAccessibleDescription(
    'The picture is being uploaded and checked. You can submit in a moment.',
  );
  await expect(submit).toBeDisabled();
  answer();
  await expect(receiptCard(page, t).getByText('Ready', { exact: true })).toBeVisible();
  await expect(submit).toBeEnabled();
  await page.unroute('**/index/user/uploads');
  await page.getByLabel('Amount', { exact: true }).fill('');

  // A saved receipt is only valid for its own amount.
  await makeReceipt(page, t, '1000');
  expect(await axeFaults(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await receiptCard(page, t).getByRole('link', { name: 'Save the specimen' }).click();
  const saved = await (await saving).path();
  await page.getByLabel('Amount', { exact: true }).fill('10000');
  await expect(receiptCard(page, t).getByText('No receipt yet')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(saved);
  await expect(page.getByText('is for another amount or network. Nothing was sent.')).toBeVisible();
  // Above the limit, the page announces two reviewers instead of a time.
  await makeReceipt(page, t, '20000');
  await expect(page.getByText('Above 10,000.00 USDT, two reviewers must approve the top-up.')).toBeVisible();
  await expect(page.getByText(/^Review time/)).toHaveCount(0);
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  await page.locator('input[type=file]').setInputFiles(saved);
  await expect(page.getByText(/^Review time/)).toBeVisible();
  await expect(receiptCard(page, t).getByText('Ready', { exact: true })).toBeVisible();
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: /1,000.00 USDT.*Under review/ }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
});

const waiting = (page: Page) => page.getByRole('main').locator('dl').filter({ hasText: 'Who decides' });

test('a pending top-up shows who decides, by when, and whether a reviewer is on duty', async ({ person: { page } }) => {
  await tellTopUp(page, topUps.offDuty);
  await page.goto(`/pay/deposit/${topUps.offDuty.id}`);
  await expect(waiting(page)).toHaveText(/By whenNo fixed time$/);
  await expect(page.getByText(/No reviewer is on duty now\. A person decides when one is back/)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await tellTopUp(page, topUps.review);
  await page.reload();
  await expect(waiting(page)).toHaveText(
    /^NowIn reviewNextThe amount is credited, or you get a reason why notWho decidesA reviewer is on duty and decides next\.By whenusually under 4 min$/,
  );
  await tellTopUp(page, topUps.automatic);
  await page.reload();
  await expect(waiting(page)).toHaveText(
    /Who decidesA reviewer, or automaticallyBy when.*it is approved automatically at 2026-03-18/,
  );
  await expect(page.getByText(/on duty/)).toHaveCount(0);
});

// Passes the check digit and isn't a published test number, so it could be somebody's.
const real = '4539578763621486';
/** Everything that this browser stores, and all notations of a number in it. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const bases = await indexedDB.databases();
    const rows: unknown[] = [];
    for (const { name } of bases)
      await new Promise<void>((done) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames];
          let left = stores.length;
          if (left === 0) done();
          for (const store of stores) {
            const all = opening.result.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => {
              rows.push(all.result);
              if (--left === 0) done();
            };
          }
        };
      });
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      rows,
      document.cookie,
      location.href,
      history.state,
    ]);
  });
const holds = (text: string) =>
  text.replaceAll(/[\s+%20-]/g, '').includes(real.slice(0, 12)) || text.includes(real.slice(6));

test('a possibly real card number is refused in the field and is neither sent nor stored', async ({ person }) => {
  const { page } = person;
  const left: string[] = [];
  page.on('request', (request) =>
    left.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  page.on('console', (message) => left.push(message.text()));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => left.push(String(payload))));
  const sent = bodiesTo(page, topUpByCard.path);
  await page.goto('/pay/deposit?by=card');
  const number = page.getByLabel('Card number');
  await number.pressSequentially(real, { delay: 10 });
  await expect(number).toHaveAccessibleDescription(/Never type a real card.*the field is cleared when you leave it/);
  await page.getByLabel('Cardholder name').fill('Hayashi Mika');
  await expect(number).toHaveValue('');
  await expect(number).toHaveAccessibleDescription(/The field was cleared; nothing was sent./);
  for (const field of await page.getByRole('textbox').all())
    expect(
      await field.evaluate((input: HTMLInputElement) => [input.autocomplete, /card|cc-/i.test(input.name + input.id)]),
    ).toEqual(['off', false]);
  // Submitted with Enter from the field, and left by going to another page.
  await number.fill(real);
  await number.press('Enter');
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  expect(await axeFaults(page)).toEqual([]);
  await number.fill(real);
  await go(page, '/home');
  await go(page, '/pay/deposit?by=card');
  await expect(number).toHaveValue('');
  expect(sent).toEqual([]);

  // A hidden page keeps no card data.
  await page.getByRole('button', { name: 'Use a test card' }).click();
  await page.getByLabel('Cardholder name').fill('Hayashi Mika');
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  for (const label of ['Cardholder name', 'Due date', 'Security code'])
    await expect(page.getByLabel(label)).toHaveValue('');
  await turn('visible');
  await go(page, '/home');
  await go(page, '/pay/deposit?by=card');

  // A test number works, and only its brand and last four digits are sent.
  await page.getByRole('button', { name: 'Use a test card' }).click();
  await page.getByLabel('Due date').fill('01/20');
  await page.getByLabel('Amount', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Top up 250.00 USDT' }).click();
  await expect(page.getByLabel('Due date')).toHaveAccessibleDescription('This date is past');
  await page.getByRole('button', { name: 'Use a test card' }).click();
  await page.getByRole('button', { name: 'Top up 250.00 USDT' }).click();
  await expect(page.getByText('250.00 USDT of paper money are in your Funding wallet.')).toBeVisible();
  expect(sent).toEqual([{ id: expect.any(String), amount: '250.00', card: { brand: 'Visa', lastFour: '5556' } }]);
  const { wallets } = await newCaller(person.cookies)(getOverview, {});
  expect(wallets.find(({ wallet }) => wallet === 'fund')).toMatchObject({ usdt: '10250.00' });
  const cookies = JSON.stringify(await page.context().cookies());
  expect([...left, await keptIn(page), cookies].filter(holds)).toEqual([]);
  for (const secret of ['Hayashi', '4000056655665556', '4242424242424242'])
    expect([...left, await keptIn(page), cookies].filter((each) => each.replaceAll(' ', '').includes(secret))).toEqual(
      [],
    );
  expect(left.join('').length).toBeGreaterThan(1000);
});

test.describe('without a connection', () => {
  test.use({ callsMayFail: true });

  test('a specimen that cannot be made shows the reason, and is made once the connection returns', async ({
    person: { page },
  }) => {
    await page.goto('/pay/deposit');
    await page.getByLabel('Amount', { exact: true }).fill('1000');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Make specimen' }).click();
    await expect(receiptCard(page, t).getByText(/^No connection, so nothing was made or sent/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(receiptCard(page, t).getByText('Ready', { exact: true })).toBeVisible();
  });
});

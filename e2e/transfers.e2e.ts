import { getOverview } from '@glasshouse/protocol/assets/calls';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { browserOf, openAccount } from './people.ts';
import { forgetThrottles, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { raise } from './vip.ts';

test('a transfer to another user is found, confirmed and sent, and the receiver is notified at once', async ({
  person,
  open,
}) => {
  const { page } = person;
  const bob = await openAccount();
  await raise(bob, 2);
  await forgetThrottles();
  const theirs = await open(browserOf({ ...bob, info: { ...bob.info, vipLevel: 2 } }));
  await theirs.goto('/user/vip');
  await expect(theirs.getByText('0 of 100', { exact: true })).toBeVisible();

  await page.goto('/pay/transfer');
  const receivers = page.getByText('Only VIP members can receive');
  await expect(receivers).toBeVisible();
  await expect(page.getByText('You have VIP 0: you can send, but nobody can send to you yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See VIP levels' })).toHaveAttribute('href', '/user/vip');
  const field = page.getByLabel('Username, email, phone or invitation code');
  const find = page.getByRole('button', { name: 'Find', exact: true });
  await field.fill('nobody-at-all');
  await find.click();
  await expect(
    page.getByText(
      'Nobody with this name can receive transfers. Receiving takes VIP 1 or higher; new accounts have VIP 0.',
    ),
  ).toBeVisible();
  await field.fill(bob.username);
  await field.press('Enter');
  await expect(page.getByText('S•••', { exact: true })).toBeVisible();
  await expect(receivers).toHaveCount(0);
  await expect(page.getByText('VIP 2 may receive 100 a day and 3,000 a month.')).toBeVisible();
  const send = page.getByRole('button', { name: /^Send/ });
  await expect(send).toBeDisabled();
  await page.getByRole('button', { name: 'This is the right person' }).click();
  const amount = page.getByRole('textbox', { name: 'How much' });
  // Nothing can be sent until the receiver's limit has been checked.
  let answer = () => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/index/transfers/fits', async (route) => {
    await released;
    await route.continue();
  });
  await amount.fill('100.5');
  await expect(page.getByText('Checking what they may receive…')).toBeVisible();
  await expect(send).toBeDisabled();
  answer();
  await expect(amount).toHaveAccessibleDescription('100.50 is more than they may receive now.');
  await expect(send).toBeDisabled();
  await expect(send).toHaveAccessibleDescription('100.50 is more than they may receive now.');
  await page.unroute('**/index/transfers/fits');
  await amount.fill('40');
  await expect(page.getByText('40.00 fits both today.')).toBeVisible();
  await expect(page.getByText('A transfer cannot be taken back')).toBeVisible();
  await holdsUp(page, 'a transfer that is ready');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 40.00 USDT' }).click();
  const sheet = page.getByRole('dialog', { name: 'Confirm transfer' });
  await expect(sheet.getByText('only they can send it to you again')).toBeVisible();
  await sheet.getByLabel('Trade password', { exact: true }).fill('123456');
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Send 40.00 USDT' }).click();
  await expect(page.getByRole('heading', { name: 'Sent 40.00 USDT to S•••' })).toBeFocused();

  // The receiver is notified without a reload.
  await expect(theirs.getByText('You received 40.00 USDT from S•••')).toBeVisible();
  await expect(theirs.getByText('40 of 100', { exact: true })).toBeVisible();
});

test('a user with a level sends with one tap, and can turn password prompts on, and off with a proof', async ({
  person,
}) => {
  const { page } = person;
  const bob = await openAccount();
  await raise(bob, 2);
  await raise(person, 1);
  await forgetThrottles();
  await page.goto('/pay/transfer');
  const fill = async () => {
    await page.getByLabel('Username, email, phone or invitation code').fill(bob.info.invitationCode);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'This is the right person' }).click();
    await page.getByRole('textbox', { name: 'How much' }).fill('1.25');
  };
  await fill();
  await page.getByRole('button', { name: 'Send 1.25 USDT' }).click();
  await expect(page.getByRole('heading', { name: 'Sent 1.25 USDT to S•••' })).toBeVisible();
  await page.getByRole('button', { name: 'Send another' }).click();
  const ask = page.getByRole('switch', { name: 'Ask for my trade password' });
  await ask.click();
  await expect(ask).toBeChecked();
  await fill();
  await page.getByRole('button', { name: 'Send 1.25 USDT' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm transfer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ask.click();
  const off = page.getByRole('dialog', { name: 'Send with one tap again' });
  await off.getByLabel('Trade password', { exact: true }).fill('123456');
  await off.getByRole('button', { name: 'Stop asking' }).click();
  await expect(ask).not.toBeChecked();
});

test.describe('with an interrupted connection', () => {
  test.use({ callsMayFail: true });

  test('a real address is refused locally, and a transfer whose answer was lost is sent once, also after finding the payee again', async ({
    person,
  }) => {
    const { page } = person;
    const bob = await openAccount();
    await raise(bob, 2);
    await forgetThrottles();
    await page.goto('/pay/transfer');
    const field = page.getByLabel('Username, email, phone or invitation code');
    const find = page.getByRole('button', { name: 'Find', exact: true });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.postData() ?? ''));
    const real = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    await field.fill(real);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/This could be a real address. Money is sent to members only./);
    await expect(find).toBeDisabled();
    expect(requests.filter((body) => body.includes(real))).toEqual([]);

    const tokens: string[] = [];
    const ids: string[] = [];
    const fill = async () => {
      await field.fill(bob.username);
      await find.click();
      await page.getByRole('button', { name: 'This is the right person' }).click();
      await page.getByRole('textbox', { name: 'How much' }).fill('12');
      await page.getByRole('button', { name: 'Send 12.00 USDT' }).click();
      const sheet = page.getByRole('dialog', { name: 'Confirm transfer' });
      await sheet.getByLabel('Trade password', { exact: true }).fill('123456');
      await sheet.getByRole('button', { name: 'Send 12.00 USDT' }).click();
    };
    // It arrives, but its answer doesn't.
    await page.route('**/index/transfers/send', async (route) => {
      const { id, token } = route.request().postDataJSON();
      ids.push(id);
      tokens.push(token);
      await route.fetch();
      await route.abort();
    });
    await fill();
    await expect(page.getByText('it happens once at most')).toBeVisible();
    await page.unroute('**/index/transfers/send');
    await page.route('**/index/transfers/send', (route) => {
      const { id, token, account } = route.request().postDataJSON();
      ids.push(id);
      tokens.push(token);
      expect(account).toBeUndefined();
      return route.continue();
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await fill();
    await expect(page.getByRole('heading', { name: 'Sent 12.00 USDT to S•••' })).toBeVisible();
    expect(new Set(tokens).size).toBe(2);
    expect(new Set(ids).size).toBe(1);
    const { wallets } = await newCaller(person.cookies)(getOverview, {});
    expect(wallets.find(({ wallet }) => wallet === 'fund')).toMatchObject({ usdt: '9988.00' });
  });
});

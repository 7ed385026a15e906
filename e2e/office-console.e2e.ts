import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { arrange } from './server.ts';
import { expect, openDevtools, test } from './story.ts';
import { nextCode } from './totp.ts';

test('each role is offered what it may do, and nothing else', async ({ open }) => {
  const expected = {
    product_manager: [
      'Approvals',
      'Overview',
      'Site settings',
      'Announcements',
      'Contract periods',
      'Products',
      'Maintenance',
      'Support contacts',
    ],
    auditor: [
      'Appeals',
      'Identity',
      'Top-ups',
      'Withdrawals',
      'VIP deposits',
      'Approvals',
      'Open withdrawals',
      'Overview',
      'Users',
      'Site settings',
      'Announcements',
      'Contract periods',
      'Products',
      'Maintenance',
      'Support contacts',
      'Operators',
      'Audit log',
    ],
  } as const;
  for (const [role, links] of Object.entries(expected)) {
    const page = await open(consoleOf(await newOperator(role as keyof typeof expected)));
    await page.goto('/');
    const nav = page.getByRole('navigation', { name: 'Console' });
    await expect(nav.getByRole('link').first()).toBeVisible();
    await expect(nav.getByRole('link')).toHaveText(links.map((link) => new RegExp(`^${link}`)));
    const lines = await nav.getByRole('link').evaluateAll((all) => all.map((link) => link.clientHeight));
    expect(Math.max(...lines), role).toBe(Math.min(...lines));
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(nav.getByRole('link').first()).toBeInViewport();
    await expect(nav.getByText('Audit').last()).not.toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(role === 'auditor' ? 0 : 1);
  }
  const manager = await open(consoleOf(await newOperator('product_manager')));
  await manager.goto('/users');
  await expect(manager.getByText('There is no such page')).toBeVisible();
});

test('the overview starts with faults and delays, such as backups at risk', async ({ open }) => {
  const desk = await open(consoleOf(await newOperator('auditor')));
  await desk.goto('/dashboard');
  await expect(desk.getByRole('heading', { level: 2 }).first()).toHaveText('Needs attention');
  // Test servers archive nothing.
  await expect(desk.getByRole('listitem').getByText('The write-ahead log isn’t archived.')).toBeVisible();
  await expect(desk.getByText('How much could be restored if the disk were lost now')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Users', exact: true }).last()).toHaveAttribute('href', '/users');
});

test('an expired session leads to the log-in, and the page returns after it', async ({ open }) => {
  const operator = await newOperator('support');
  const page = await open(consoleOf(operator));
  await page.goto('/users?q=nobody');
  await expect(page.getByText('No users found')).toBeVisible();
  await arrange(
    `update operator_session set seen_at = now() - interval '31 minutes', expires_at = now() - interval '1 minute'
     where operator = (select id from operator where email = '${operator.email}')`,
  );
  await page.getByRole('main').getByRole('searchbox').fill('nobody else');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('No users found')).toHaveCount(0);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code from the app').fill(nextCode(operator.secret));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/users\?q=nobody/);
  await expect(page.getByText('No users found')).toBeVisible();
});

test('a dialog asks before it discards typed text, and closes at once without any', async ({ open }) => {
  const page = await open(consoleOf(await newOperator('owner')));
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite an operator' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nia New');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('Discard what you typed?');
  await expect(dialog.getByRole('button', { name: 'Keep typing' })).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nia New');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('an act that needs a fresh second factor asks for it and continues', async ({ open }) => {
  const owner = await newOperator('owner');
  const page = await open(consoleOf(owner));
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nia New');
  await page.getByLabel('Email').fill(`${owner.name}.new@office.example`);
  await page.getByLabel('Reason').fill('A new colleague');
  await arrange(`update operator_session set factor_at = now() - interval '11 minutes'
    where operator = (select id from operator where email = '${owner.email}')`);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  // The field has the focus at once, and Enter submits it.
  await expect(page.getByLabel('Code from the app')).toBeFocused();
  await page.keyboard.type(nextCode(owner.secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waits for a second person').first()).toBeVisible();
});

test('removing a passkey and creating new recovery codes ask first, and Cancel changes nothing', async ({ open }) => {
  const page = await open(consoleOf(await newOperator('support')));
  const wire = await openDevtools(page);
  await wire.send('WebAuthn.enable');
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  });
  await page.goto('/self');
  await page.getByLabel('Name of the passkey').fill('Key on the laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const cell = page.getByRole('cell', { name: 'Key on the laptop' });
  await expect(cell).toBeVisible();
  const remove = page.getByRole('dialog', { name: 'Remove the passkey “Key on the laptop”?' });
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(remove).toContainText('You can’t log in with it any more.');
  expect(await axeFaults(page)).toEqual([]);
  await remove.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(cell).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await remove.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await expect(cell).toHaveCount(0);

  const renew = page.getByRole('dialog', { name: 'Make new recovery codes?' });
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await expect(renew).toContainText('Your old codes stop working at once.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await renew.getByRole('button', { name: 'Make new codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(8);
  // Closing the codes before they are confirmed as saved asks first.
  await page.keyboard.press('Escape');
  await expect(codes.getByRole('alert')).toContainText('Once closed, they are not shown again.');
  expect(await axeFaults(page)).toEqual([]);
  await codes.getByRole('button', { name: 'Back to the codes' }).click();
  await expect(codes.getByRole('alert')).toHaveCount(0);
  await expect(codes.getByRole('listitem')).toHaveCount(8);
  await codes.getByRole('button', { name: 'Close', exact: true }).click();
  await codes.getByRole('button', { name: 'Close without saving' }).click();
  await expect(codes).toHaveCount(0);
});

test('a page without a CSRF token receives one and continues', async ({ open }) => {
  const operator = await newOperator('support');
  const page = await open({ ...consoleOf(undefined), viewport: { width: 1280, height: 800 } });
  await page.goto('/');
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.context().clearCookies({ name: 'XSRF-TOKEN' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code from the app')).toBeVisible();
});

test('an operator lands on waiting work after logging in', async ({ open, person }) => {
  const [support, reviewer] = [await newOperator('support'), await newOperator('reviewer')];
  const input = { id: crypto.randomUUID(), number: person.info.number, wallet: 'fund', currency: 'USDT' } as const;
  const reason = `Waits for a reviewer, ${person.username}`;
  await officeCall(correctBalance, { ...input, direction: 'credit', amount: '1.00', reason }, support.cookies);
  const page = await open(consoleOf(reviewer));
  await page.goto('/');
  // Other tests may have left cases in a review queue, which comes first.
  await expect(page).toHaveURL(/\/(approvals|review\/(identity|top_up|withdrawal))$/);
  await page.goto('/approvals');
  await expect(page.getByText(reason)).toBeVisible();
  const manager = await open(consoleOf(await newOperator('product_manager')));
  await manager.goto('/');
  await expect(manager).toHaveURL(/\/dashboard$/);
  // The owner sees the queues but decides no cases.
  const owner = await open(consoleOf(await newOperator('owner')));
  await owner.goto('/');
  await expect(owner).toHaveURL(/\/(approvals|dashboard)$/);
});

test('a value out of range is refused with the range', async ({ open }) => {
  const page = await open(consoleOf(await newOperator('product_manager')));
  await page.goto('/periods');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Return, percent').first().fill('150');
  await page.getByLabel('Reason').fill('To see what is refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByLabel('Return, percent').first()).toHaveAccessibleDescription(
    /^One change can move this by at most 5\. Enter a value from [\d.]+ to [\d.]+\. Above 0, at most 100$/,
  );
});

const consolePages = {
  owner: ['/dashboard', '/approvals', '/users', '/settings', '/operators', '/audit', '/self'],
  product_manager: ['/announcements', '/periods', '/products', '/maintenance', '/contacts'],
  support: ['/review/appeal'],
  nobody: ['/'],
} as const;

for (const who of Object.keys(consolePages) as (keyof typeof consolePages)[]) {
  test(`every page of the console for ${who} is accessible and fits a narrow window`, async ({ open }) => {
    const page = await open(consoleOf(who === 'nobody' ? undefined : await newOperator(who)));
    for (const path of consolePages[who]) {
      await page.goto(path);
      await expect(page.locator('h1, h2').first()).toBeVisible();
      expect.soft(await axeFaults(page), path).toEqual([]);
      const wide = page.viewportSize()!;
      for (const width of [1179, 960, 600, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize(wide);
    }
  });
}

import AxeBuilder from '@axe-core/playwright';
import { consoleOf, newOperator } from './office.ts';
import { arrange } from './server.ts';
import { expect, test } from './story.ts';
import { nextCode } from './totp.ts';

test('each role is offered what it may do, and nothing else', async ({ open }) => {
  const expected = {
    product_manager: [
      'Overview',
      'Site settings',
      'Announcements',
      'Contract periods',
      'Maintenance',
      'Support contacts',
    ],
    auditor: [
      'Appeals',
      'Approvals',
      'Overview',
      'Users',
      'Site settings',
      'Announcements',
      'Contract periods',
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
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(role === 'auditor' ? 0 : 1);
  }
  const manager = await open(consoleOf(await newOperator('product_manager')));
  await manager.goto('/users');
  await expect(manager.getByText('There is no such page')).toBeVisible();
});

test('a session that ends gives way to the log-in, and the page comes back after it', async ({ open }) => {
  const operator = await newOperator('support');
  const page = await open(consoleOf(operator));
  await page.goto('/users?q=nobody');
  await expect(page.getByText('Nobody found')).toBeVisible();
  await arrange(
    `update operator_session set seen_at = now() - interval '31 minutes', expires_at = now() - interval '1 minute'
     where operator = (select id from operator where email = '${operator.email}')`,
  );
  await page.getByRole('main').getByRole('searchbox').fill('nobody else');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Nobody found')).toHaveCount(0);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code from the app').fill(nextCode(operator.secret));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/users\?q=nobody/);
  await expect(page.getByText('Nobody found')).toBeVisible();
});

test('an act that wants a fresh second factor asks for it and goes on', async ({ open }) => {
  const owner = await newOperator('owner');
  const page = await open(consoleOf(owner));
  await page.goto('/operators');
  await page.getByRole('button', { name: 'Invite an operator' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nia New');
  await page.getByLabel('Email').fill(`${owner.name}.new@office.example`);
  await page.getByLabel('Reason').fill('A new colleague');
  await arrange(`update operator_session set factor_at = now() - interval '11 minutes'
    where operator = (select id from operator where email = '${owner.email}')`);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByLabel('Code from the app').fill(nextCode(owner.secret));
  await page.getByRole('button', { name: 'Confirm it is you' }).click();
  await expect(page.getByRole('dialog').getByText(/\/setup#/)).toBeVisible();
});

test('the console is readable by machine, on every page, light and dark', async ({ open }) => {
  test.setTimeout(120_000);
  const [owner, manager, support] = [
    await newOperator('owner'),
    await newOperator('product_manager'),
    await newOperator('support'),
  ];
  const visits = [
    { who: owner, paths: ['/dashboard', '/approvals', '/users', '/settings', '/operators', '/audit', '/self'] },
    { who: manager, paths: ['/announcements', '/periods', '/maintenance', '/contacts'] },
    { who: support, paths: ['/review/appeal'] },
    { who: undefined, paths: ['/'] },
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { who, paths } of visits) {
      const page = await open({ ...consoleOf(who), colorScheme });
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator('h1, h2').first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
      }
      await page.context().close();
    }
  }
});

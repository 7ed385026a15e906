import type { Page } from '@playwright/test';
import { guard, hostile, writeHostile } from './hostile.ts';
import { consoleOf, newOperator } from './office.ts';
import { browserOf, openAccount } from './people.ts';
import { arrange } from './server.ts';
import { expect, test } from './story.ts';

// These change the site for everybody, so they run last, one after the other.
test.describe.configure({ mode: 'serial' });

async function giveReason(page: Page, act: string): Promise<void> {
  await page.getByLabel('Reason').fill('For a story');
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}

test('a product manager changes a setting and the app shows it', async ({ open, visitor }) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  const rename = async (from: string, to: string) => {
    await desk.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(desk.getByLabel('Name of the site')).toHaveValue(from);
    await desk.getByLabel('Name of the site').fill(to);
    await giveReason(desk, 'Put in force');
    await expect(desk.getByText('The new version is in force')).toBeVisible();
  };
  await desk.goto('/settings');
  await rename('Glasshouse', 'Paper Street');
  const change = desk.getByRole('row').filter({ hasText: 'For a story' }).first();
  await expect(change).toContainText('Glasshouse → Paper Street');
  await visitor.goto('/home');
  await expect(visitor.getByText('Paper Street').first()).toBeVisible();

  // Settings that contradict each other are not taken.
  await desk.getByRole('button', { name: 'Change', exact: true }).click();
  await desk.getByLabel('Smallest withdrawal').fill('900000');
  await giveReason(desk, 'Put in force');
  await expect(desk.getByRole('alert').first()).toHaveText('This value cannot be used.');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await rename('Paper Street', 'Glasshouse');
});

test('two people who change the same settings do not undo each other', async ({ open }) => {
  const [one, two] = await Promise.all([
    open(consoleOf(await newOperator('product_manager'))),
    open(consoleOf(await newOperator('product_manager'))),
  ]);
  for (const page of [one, two]) {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
  }
  await one.getByLabel('Withdrawal fee').fill('1.25');
  await giveReason(one, 'Put in force');
  await expect(one.getByText('The new version is in force')).toBeVisible();
  await two.getByLabel('Withdrawal fee').fill('1.75');
  await giveReason(two, 'Put in force');
  await expect(two.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(two.getByLabel('Withdrawal fee')).toHaveValue('1.75');
});

test('a product manager changes what new contracts pay, and the app offers it', async ({ open, visitor }) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  const pay = async (percent: string) => {
    await desk.getByRole('button', { name: 'Change', exact: true }).click();
    await desk.getByLabel('Return, percent').first().fill(percent);
    await giveReason(desk, 'Put in force');
  };
  await desk.goto('/periods');
  await pay('101');
  await expect(desk.getByRole('alert').first()).toHaveText('This value cannot be used.');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await pay('77.5');
  await expect(desk.getByText('The new version is in force')).toBeVisible();
  await expect(desk.getByRole('row').filter({ hasText: 'For a story' }).first()).toContainText('77.5%');
  await visitor.goto('/contract');
  await expect(visitor.getByText('+77.5%')).toBeVisible();
});

test('an announcement stands in the notice bar, in the language of the reader, until it is taken down', async ({
  open,
  visitor,
}) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  await desk.goto('/announcements');
  await desk.getByRole('button', { name: 'New announcement' }).click();
  await desk.getByLabel('日本語').fill('新しいお知らせです。');
  await giveReason(desk, 'Publish');
  await expect(desk.getByRole('alert')).toHaveText('This value cannot be used.');
  await desk.getByLabel('English').fill('Something new is here.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText('The announcement is published')).toBeVisible();

  await visitor.goto('/home');
  await visitor.getByRole('button', { name: 'Something new is here.' }).click();
  await expect(visitor.getByRole('dialog').getByText('Something new is here.')).toBeVisible();
  await visitor.evaluate(() => localStorage.setItem('language', 'ja-JP'));
  await visitor.goto('/home');
  await expect(visitor.getByRole('button', { name: '新しいお知らせです。' })).toBeVisible();

  await desk.getByRole('row').filter({ hasText: 'Something new' }).getByRole('button', { name: 'Take down' }).click();
  await giveReason(desk, 'Take down');
  await expect(desk.getByText('The announcement is taken down')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('新しいお知らせです。')).toHaveCount(0);
});

test('maintenance is announced, then the app waits with a countdown, and goes on when it ends', async ({ open }) => {
  test.setTimeout(90_000);
  const account = await openAccount();
  const desk = await open(consoleOf(await newOperator('product_manager')));
  const app = await open(browserOf(account));
  await desk.goto('/maintenance');
  await desk.getByRole('button', { name: 'Plan maintenance' }).click();
  await giveReason(desk, 'Plan maintenance');
  await expect(desk.getByText('The maintenance is planned')).toBeVisible();
  await app.goto('/home');
  await expect(app.getByRole('button', { name: /^Maintenance begins/ })).toBeVisible();

  await arrange(
    `update maintenance set starts_at = now(), ends_at = now() + interval '10 minutes'
     where cancelled_at is null and starts_at < now() + interval '1 day'`,
  );
  await app.goto('/assets/statement');
  await expect(app.getByText('System is being upgraded')).toBeVisible();
  await expect(app.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/);
  await expect(app.getByRole('button', { name: /^Simulated/ })).toBeVisible();

  await desk.getByRole('button', { name: 'End the maintenance now' }).click();
  await giveReason(desk, 'End the maintenance now');
  await expect(desk.getByText('Users can go on')).toBeVisible();
  await expect(app.getByRole('timer')).toHaveCount(0, { timeout: 20_000 });
  await expect(app.getByRole('button', { name: /^Welcome grant/ })).toBeVisible();
});

test('an entry changed behind the log is found by the browser', async ({ open }) => {
  const page = await open(consoleOf(await newOperator('auditor')));
  await page.goto('/audit');
  await expect(page.getByText('The chain is intact')).toBeVisible();
  const forge = (subject: string) =>
    arrange(
      'alter table audit_entry disable trigger audit_is_for_ever',
      `update audit_entry set subject = ${subject} where id = 3`,
      'alter table audit_entry enable trigger audit_is_for_ever',
    );
  await forge(`subject || '!'`);
  try {
    await page.getByRole('button', { name: 'Recompute from the beginning' }).click();
    await expect(page.getByText('The chain is broken')).toBeVisible();
    await expect(page.getByText(/^Entry 3 does not follow/)).toBeVisible();
  } finally {
    await forge('left(subject, -1)');
  }
  await page.getByRole('button', { name: 'Recompute from the beginning' }).click();
  await expect(page.getByText('The chain is intact')).toBeVisible();
});

test('hostile text in every field that reaches the console does nothing there', async ({ open, browser }) => {
  test.setTimeout(120_000);
  const staff = {
    support: await newOperator('support', '<b>Sofia</b>'),
    manager: await newOperator('product_manager'),
    owner: await newOperator('owner'),
  };
  const number = await writeHostile(staff);
  const visits = [
    {
      who: staff.support,
      paths: [`/users?q=${encodeURIComponent(hostile)}`, `/users/${number}`, '/approvals', '/review/appeal'],
    },
    {
      who: staff.manager,
      paths: ['/announcements', '/maintenance', '/contacts', '/settings', '/periods', '/dashboard'],
    },
    { who: staff.owner, paths: ['/operators', '/audit', '/self', '/dashboard'] },
  ];
  for (const { who, paths } of visits) {
    const page = await open(consoleOf(who));
    const reports = await guard(page);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('h1, h2').first()).toBeVisible();
      if (!/^.(dashboard|users.q=)/.test(path)) await expect(page.getByText('onerror=hit()').first()).toBeAttached();
      if (path === '/review/appeal') {
        await page
          .getByRole('link', { name: /onerror=hit/ })
          .first()
          .click();
        await expect(page.getByRole('main').getByText('javascript:hit()').first()).toBeVisible();
      }
      if (path === '/audit') {
        await page
          .getByRole('row')
          .filter({ hasText: 'onerror' })
          .first()
          .getByRole('button', { name: 'Open' })
          .click();
        await expect(page.getByRole('dialog')).toContainText('onerror=hit()');
      }
      await page.waitForTimeout(300);
    }
    expect(reports).toEqual([]);
    await page.context().close();
  }
  // A page does report what is against the policy: the silence above means something.
  const context = await browser.newContext(consoleOf());
  const page = await context.newPage();
  const reports = await guard(page);
  await page.goto('/');
  await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), hostile);
  await expect.poll(() => reports.some((report) => report.startsWith('script-src'))).toBe(true);
  expect(reports).not.toContain('a text ran');
  await context.close();
});

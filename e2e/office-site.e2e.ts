import type { Page } from '@playwright/test';
import { guard, hostile, writeHostile } from './hostile.ts';
import { consoleOf, newOperator } from './office.ts';
import { browserOf, openAccount } from './people.ts';
import { arrange } from './server.ts';
import { expect, test, waitForFrames } from './story.ts';

// These tests change site-wide settings, so they run last and one at a time.
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
  await expect(desk.getByText('简体中文')).toBeVisible();
  await visitor.goto('/home');
  await expect(visitor.getByText('Paper Street').first()).toBeVisible();

  await desk.getByRole('button', { name: 'Change', exact: true }).click();
  await desk.getByLabel('Name of the site').fill(' ');
  await giveReason(desk, 'Put in force');
  await expect(desk.getByRole('alert').first()).toHaveText('This value cannot be used.');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await rename('Paper Street', 'Glasshouse');
});

test('concurrent changes to the same settings do not overwrite each other', async ({ open }) => {
  const [one, two] = await Promise.all([
    open(consoleOf(await newOperator('product_manager'))),
    open(consoleOf(await newOperator('product_manager'))),
  ]);
  for (const page of [one, two]) {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Put in force' })).toBeDisabled();
  }
  await one.getByLabel('Name of the site').fill('Paper Lane');
  await giveReason(one, 'Put in force');
  await expect(one.getByText('The new version is in force')).toBeVisible();
  await two.getByLabel('Name of the site').fill('Paper Alley');
  await giveReason(two, 'Put in force');
  await expect(two.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(two.getByLabel('Name of the site')).toHaveValue('Paper Alley');

  await one.getByRole('button', { name: 'Change', exact: true }).click();
  await one.getByLabel('Name of the site').fill('Glasshouse');
  await giveReason(one, 'Put in force');
  await expect(one.getByRole('row').filter({ hasText: 'Paper Lane → Glasshouse' })).toBeVisible();
});

/** Approves the waiting request as the second person. */
async function agree(page: Page, what: string): Promise<void> {
  await page.goto('/approvals');
  const request = page.locator('section').filter({ hasText: what }).filter({ hasText: 'For a story' });
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog').getByText('It takes effect one hour later.')).toBeVisible();
  await giveReason(page, 'Approve');
  await expect(page.getByText(/^Approved. The change takes effect on /)).toBeVisible();
}
/** Moves announced changes an hour into the past, so that they are in force. */
const anHourLater = (table: string) =>
  arrange(
    `alter table ${table} disable trigger user`,
    `update ${table} set at = at - interval '61 minutes', effective_at = effective_at - interval '61 minutes' where effective_at > now()`,
    `alter table ${table} enable trigger user`,
  );

test('a new rate takes two people and an hour, and the exchange page announces it', async ({ open, person }) => {
  const [desk, second] = [
    await open(consoleOf(await newOperator('product_manager'))),
    await open(consoleOf(await newOperator('reviewer'))),
  ];
  await desk.goto('/settings');
  const change = async (rate: string) => {
    await desk.getByRole('button', { name: 'Change money settings' }).click();
    await desk.getByLabel('Yuan for one USDT').fill(rate);
    await giveReason(desk, 'Ask for approval');
  };
  // The dialog focuses its first field and returns the focus.
  const opener = desk.getByRole('button', { name: 'Change money settings' });
  await opener.click();
  await expect(desk.getByLabel('Withdrawal fee')).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  // The dialog is taller than the screen: the refused field scrolls into view.
  await change('51');
  await expect(desk.getByLabel('Yuan for one USDT')).toHaveAccessibleDescription(
    /^One change can move this by at most 10%\. Enter a value from 6\.48 to 7\.92\..*Up to four decimals\. Allowed: 1 to 50\. One change a day, by at most 10%\.$/,
  );
  await expect(desk.getByLabel('Yuan for one USDT')).toBeFocused();
  await expect(desk.getByLabel('Yuan for one USDT')).toBeInViewport({ ratio: 1 });
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await change('8');
  await expect(desk.getByLabel('Yuan for one USDT')).toHaveAccessibleDescription(
    /^One change can move this by at most 10%\. Enter a value from 6\.48 to 7\.92\./,
  );
  await expect(desk.getByRole('dialog').getByRole('alert')).toHaveCount(1);
  await expect(desk.getByLabel('Automatic approval of top-ups')).toHaveAccessibleDescription(
    /One change can set any value from 0 to 10,080\./,
  );
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('button', { name: 'Change money settings' }).click();
  await desk.getByLabel('VIP2 deposit').fill('50');
  await giveReason(desk, 'Ask for approval');
  await expect(desk.getByLabel('VIP2 deposit')).toBeFocused();
  await expect(desk.getByRole('dialog').getByRole('alert')).toHaveCount(1);
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await change('7.5');
  const waiting = desk.locator('section').filter({ hasText: 'Waits for a second person' });
  await expect(waiting).toContainText('7.20 → 7.50');
  await expect(waiting).toContainText('Reviewer, Product manager');

  // Only changed values are visible; the rest is folded.
  await second.goto('/approvals');
  const request = second.locator('section').filter({ hasText: 'For a story' }).filter({ hasText: '7.20 → 7.50' });
  await expect(request.getByText('Welcome grant')).toBeHidden();
  await request.getByRole('button', { name: 'Approve' }).click();
  const sheet = second.getByRole('dialog');
  await expect(sheet.getByRole('listitem')).toHaveText('Yuan for one USDT7.20 → 7.50');
  await expect(sheet.getByText('Welcome grant')).toBeHidden();
  await sheet.getByText('19 unchanged').click();
  await expect(sheet.getByText('Welcome grant')).toBeVisible();
  await agree(second, 'Yuan for one USDT');
  await desk.reload();
  await expect(desk.getByText(/^Announced: from/)).toBeVisible();
  const app = person.page;
  await app.goto('/assets/exchange');
  await expect(app.getByText('1 USDT = 7.20 CNY')).toBeVisible();
  await expect(app.getByText(/^From .* on: 1 USDT = 7.50 CNY$/)).toBeVisible();
  await anHourLater('money_config');
  await app.reload();
  await expect(app.getByText('1 USDT = 7.50 CNY')).toBeVisible();

  // An announced change can be withdrawn before it takes effect.
  await desk.reload();
  await desk.getByRole('button', { name: 'Change money settings' }).click();
  await desk.getByLabel('Withdrawal fee').fill('1.5');
  await giveReason(desk, 'Ask for approval');
  await agree(second, 'Withdrawal fee');
  await desk.reload();
  await desk.getByRole('button', { name: 'Withdraw the change' }).click();
  await giveReason(desk, 'Withdraw the change');
  await expect(desk.getByText('The change is withdrawn')).toBeVisible();
  await expect(desk.getByText(/^Announced: from/)).toHaveCount(0);
});

test('new contract returns are approved by a second manager and offered when they take effect', async ({
  open,
  visitor,
}) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  const second = await open(consoleOf(await newOperator('product_manager')));
  const pay = async (percent: string) => {
    await desk.getByRole('button', { name: 'Change', exact: true }).click();
    await desk.getByLabel('Return, percent').first().fill(percent);
    await giveReason(desk, 'Ask for approval');
  };
  await desk.goto('/periods');
  await pay('101');
  await expect(desk.getByRole('alert').first()).toContainText('One change can move this by at most 5.');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await pay('77.5');
  await expect(desk.getByText('Waits for a second person').first()).toBeVisible();
  await agree(second, '77.5%');
  await desk.reload();
  await expect(desk.getByRole('row').filter({ hasText: 'For a story' }).first()).toContainText('77.5%');
  await visitor.goto('/contract');
  await expect(visitor.getByText(/^New returns from .*77.5%/)).toBeVisible();
  await anHourLater('contract_terms');
  await visitor.reload();
  await expect(visitor.getByText('+77.5%', { exact: true })).toBeVisible();
});

test('an announcement is shown in the notice bar in the reader’s language until it is removed', async ({
  open,
  visitor,
}) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  await desk.goto('/announcements');
  await desk.getByRole('button', { name: 'New announcement' }).click();
  await desk.getByLabel('日本語').fill('新しいお知らせです。');
  await giveReason(desk, 'Publish');
  await expect(desk.getByRole('alert')).toHaveText(/^Write the text in this language too\./);
  const chinese = desk.getByLabel('简体中文');
  await expect(chinese).toHaveAccessibleDescription(/Needed, as the language of the site/);
  await chinese.fill('这里有新内容。');
  await desk.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByText('The announcement is published')).toBeVisible();

  // Without a translation it is shown in the site's language.
  await visitor.goto('/home');
  await expect(visitor.getByText('这里有新内容。')).toHaveAttribute('lang', 'zh-CN');
  await desk.getByRole('row').filter({ hasText: '这里有新内容。' }).getByRole('button', { name: 'Change' }).click();
  await desk.getByLabel('English').fill('Something new is here.');
  await giveReason(desk, 'Publish');
  const row = desk.getByRole('row').filter({ hasText: 'Something new' });
  await expect(row).toBeVisible();

  await visitor.goto('/home');
  await visitor.getByRole('button', { name: 'Something new is here.' }).click();
  await expect(visitor.getByRole('dialog').getByText('Something new is here.')).toBeVisible();
  await visitor.evaluate(() => localStorage.setItem('language', 'ja-JP'));
  await visitor.goto('/home');
  await expect(visitor.getByRole('button', { name: '新しいお知らせです。' })).toBeVisible();

  await row.getByRole('button', { name: 'Take down' }).click();
  await giveReason(desk, 'Take down');
  await expect(desk.getByText('The announcement is taken down')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('新しいお知らせです。')).toHaveCount(0);
});

test('maintenance is announced, shows a countdown, and ends without a reload', async ({ open }) => {
  const account = await openAccount();
  const desk = await open(consoleOf(await newOperator('product_manager')));
  const app = await open(browserOf(account));
  await desk.goto('/maintenance');
  await desk.getByRole('button', { name: 'Plan maintenance' }).click();
  const chinese = desk.getByLabel('简体中文');
  await expect(chinese).toHaveAccessibleDescription(/^Optional\. Without a text/);
  await desk.getByLabel('日本語').fill('メンテナンスです。');
  await expect(chinese).toHaveAccessibleDescription(/Needed, as the language of the site/);
  await desk.getByLabel('日本語').fill('');
  await giveReason(desk, 'Plan maintenance');
  await expect(desk.getByText('The maintenance is planned')).toBeVisible();
  const text = 'Read this before the work begins.';
  await arrange(
    `insert into announcement (id, texts, starts_at, ends_at)
     values (gen_random_uuid(), '{"en-US": "${text}"}', now() - interval '1 hour', now() + interval '1 hour')`,
  );
  await app.goto('/home');
  const maintenance = app.getByRole('button', { name: /^Maintenance begins/ });
  const announcement = app.getByRole('button', { name: text });
  await expect(maintenance).toBeVisible();
  await expect(announcement).toBeVisible();
  const places = [maintenance, announcement, app.getByRole('heading', { name: 'First steps' })];
  const heights = await Promise.all(places.map(async (place) => (await place.boundingBox())!.y));
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  await arrange(`delete from announcement where texts ->> 'en-US' = '${text}'`);

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
  await expect(app.getByRole('timer')).toHaveCount(0);
  await expect(app.getByRole('button', { name: /^Welcome grant/ })).toBeVisible();
});

test('a forged audit entry is detected in the browser', async ({ open }) => {
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
    await expect(page.getByText(/^Entry 3 doesn’t follow/)).toBeVisible();
  } finally {
    await forge('left(subject, -1)');
  }
  await page.getByRole('button', { name: 'Recompute from the beginning' }).click();
  await expect(page.getByText('The chain is intact')).toBeVisible();
});

test('hostile text in user fields is inert in the console', async ({ open, browser }) => {
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
      // Time for markup to load its image, run and be reported.
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await waitForFrames(page);
    }
    expect(reports).toEqual([]);
    await page.context().close();
  }
  // Control: inserted markup is reported, so the empty reports above are meaningful.
  const context = await browser.newContext(consoleOf());
  const page = await context.newPage();
  const reports = await guard(page);
  await page.goto('/');
  await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), hostile);
  await expect.poll(() => reports.some((report) => report.startsWith('script-src'))).toBe(true);
  expect(reports).not.toContain('a text ran');
  await context.close();
});

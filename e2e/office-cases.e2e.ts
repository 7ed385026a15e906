import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { openAccount } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { submitReceipt, submitSpecimen } from './specimens.ts';
import { expect, test } from './story.ts';
import { addressOf, verify } from './withdrawals.ts';

async function claim(desk: Page, kind: string, number: string): Promise<void> {
  await desk.goto(`/review/${kind}`);
  await desk.getByRole('link', { name: new RegExp(number) }).click();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByRole('checkbox').first()).toBeVisible();
  await expect(desk.locator('tr[aria-hidden], table[aria-hidden]')).toHaveCount(0);
}

/**
 * Finds content that can't be scrolled into view: boxes that cut off sections, headings, tables or lists, and elements
 * that stay hidden.
 */
async function outOfReach(desk: Page): Promise<string[]> {
  const cut = await desk.evaluate(() =>
    [...document.querySelectorAll('main, main *, aside, aside *')]
      .filter(
        (box) =>
          /hidden|clip/.test(getComputedStyle(box).overflowY) &&
          box.scrollHeight > box.clientHeight + 1 &&
          box.querySelector('section, h2, table, ul, dl') !== null,
      )
      .map((box) => `cut off in ${box.className}`),
  );
  const parts = desk.locator('main, aside').locator('h1, h2, figure, tr, li, dd, label, button, textarea');
  const hidden: string[] = [];
  for (const part of await parts.all()) {
    await part.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    const seen = await part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, Math.min(bottom - 2, innerHeight - 1));
      return bottom <= innerHeight + 1 && top >= -1 && at !== null && (element.contains(at) || at.contains(element));
    });
    if (!seen) hidden.push(`not seen: ${(await part.textContent())?.slice(0, 60)}`);
  }
  return [...cut, ...hidden];
}

/** Checks that a table wider than a phone scrolls in its own box, by keyboard too. */
async function scrollsSideways(desk: Page, name: string): Promise<void> {
  const box = desk.getByRole('region', { name });
  for (const width of [390, 320]) {
    await desk.setViewportSize({ width, height: 800 });
    expect(await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width}`).toBe(0);
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);
    await box.focus();
    await desk.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await box.evaluate((element) => element.scrollTo(0, 0));
  }
  expect(await axeFaults(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1280, height: 800 });
}

test('every section of each kind of case can be scrolled into view at 1280 x 800', async ({ open, person }) => {
  await submitSpecimen(person, { name: 'Hayashi Mika', number: 'SPEC-4711-22' });
  await submitReceipt(person, '1,000 USDT');
  const reviewer = await open(consoleOf(await newOperator('reviewer')));
  await claim(reviewer, 'identity', person.info.number);
  await expect(reviewer.getByRole('img', { name: 'Back' })).toBeVisible();
  for (const look of ['Front', 'Back', 'Submitted details'])
    await expect(reviewer.getByText(`Looked at: ${look}`)).toHaveCount(1);
  await expect.poll(() => outOfReach(reviewer)).toEqual([]);
  await scrollsSideways(reviewer, 'Typed, in the code, in the picture');
  await claim(reviewer, 'top_up', person.info.number);
  await expect(reviewer.getByRole('img', { name: 'Receipt' })).toBeVisible();
  await expect.poll(() => outOfReach(reviewer)).toEqual([]);
  await scrollsSideways(reviewer, 'Submitted, in the code, in the receipt');

  const another = await openAccount();
  const { info } = another;
  const call = newCaller(another.cookies);
  // A security change followed by more log-ins than the list shows.
  await arrange(
    `insert into security_event (id, person, at, kind, device, address)
     select gen_random_uuid(), '${info.id}', now() - place * interval '1 hour', case place when 30 then 'passkey_added' else 'logged_in' end,
       'Chrome on Windows ' || place, '203.0.113.7' from generate_series(1, 30) as place`,
  );
  await arrange(
    `insert into security_event (id, person, at, kind, device, address, times) values (gen_random_uuid(), '${info.id}', now(), 'wrong_password',
       'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', '203.0.113.7', 3)`,
  );
  await verify(another);
  await call(startWithdrawal, {
    ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('somebody'), fee: '1.00' },
    ...{ amount: '50' as never, tradePassword: '123456' },
  });
  await claim(reviewer, 'withdrawal', info.number);
  await expect(reviewer.getByRole('region', { name: 'Security changes, 30 days' })).toContainText('Passkey added');
  await expect(reviewer.getByRole('region', { name: 'Security changes, 30 days' })).toBeInViewport();
  const logIns = reviewer.getByRole('region', { name: 'Log-ins and attempts, 30 days' }).getByRole('listitem');
  await expect(logIns.filter({ hasText: 'Logged in' })).toHaveCount(20);
  const wrong = reviewer.getByRole('listitem').filter({ hasText: 'Wrong password (3 times)' });
  await expect(wrong).toContainText('Chrome on Linux');
  await expect.poll(() => outOfReach(reviewer)).toEqual([]);
  await reviewer.setViewportSize({ width: 960, height: 700 });
  await expect.poll(() => outOfReach(reviewer)).toEqual([]);

  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  await officeCall(freezeUser, { number: info.number, reason: 'For a test of appeals' }, freezer.cookies);
  await call(sendAppeal, { text: 'A line of a long letter. '.repeat(20).trim() });
  const desk = await open(consoleOf(support));
  await claim(desk, 'appeal', info.number);
  await expect.poll(() => outOfReach(desk)).toEqual([]);
});

test('a note on a case is shown on the case and on its user’s page, and an unfinished one survives J and K', async ({
  open,
}) => {
  const another = await openAccount();
  const { number } = another.info;
  await submitReceipt(another, '1,000 USDT');
  await submitReceipt(await openAccount(), '1,000 USDT');
  const operator = await newOperator('reviewer');
  const desk = await open(consoleOf(operator));
  await desk.goto('/review/top_up?sort=newest');
  await desk.getByRole('link', { name: new RegExp(number) }).click();
  const notes = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Notes', exact: true }) });
  await expect(notes).toContainText('No notes on this case yet');
  const field = desk.getByLabel('Add a note for colleagues');
  await field.fill('Asked for a better');
  await field.blur();
  const here = desk.url();
  await desk.keyboard.press('k');
  await desk.keyboard.press('j');
  await desk.goto(here);
  await expect(field).toHaveValue('Asked for a better');
  await field.fill('Asked for a better picture');
  await desk.getByRole('button', { name: 'Save the note' }).click();
  await expect(notes.getByRole('listitem')).toContainText(`Asked for a better picture${operator.name}`);
  await expect(field).toHaveValue('');
  expect(await axeFaults(desk)).toEqual([]);

  // Operators who may only read see it on the case and on the page of the user, with its subject.
  const auditor = await open(consoleOf(await newOperator('auditor')));
  await auditor.goto(here);
  await expect(auditor.getByText('Asked for a better picture')).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Save the note' })).toHaveCount(0);
  await auditor.goto(`/users/${number}`);
  const openNow = auditor.locator('section').filter({ has: auditor.getByRole('heading', { name: 'Open now' }) });
  const amount = openNow.getByText('1,000.00 USDT');
  await expect.poll(async () => (await amount.boundingBox())?.height).toBeLessThan(30);
  await expect(openNow.getByRole('listitem')).toContainText(/Top-up 1,000\.00 USDTsent .*1[45] min left/);
  await expect(auditor.getByRole('listitem').filter({ hasText: 'about a case' })).toContainText('better picture');
});

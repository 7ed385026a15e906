import { showCertState } from '@glasshouse/protocol/identity/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { heard, tabTo } from './keys.ts';
import { consoleOf, newOperator } from './office.ts';
import { newCaller } from './server.ts';
import { submitSpecimen } from './specimens.ts';
import { expect, test } from './story.ts';

const typed = { name: 'Hayashi Mika', number: 'SPEC-4711-22' };

test('a reviewer compares a specimen by keyboard, rejects it with a reason, and approves the next one', async ({
  open,
  person,
}) => {
  const user = newCaller(person.cookies);
  await submitSpecimen(person, typed, { ...typed, name: 'Hayashi Miku' });
  const reviewer = await newOperator('reviewer');
  const desk = await open(consoleOf(reviewer));
  await desk.goto('/review/identity');
  const mine = desk.getByRole('link', { name: new RegExp(person.info.number) });
  await mine.click();
  await expect(desk.getByRole('heading', { level: 1, name: 'ID' })).toBeVisible();
  await expect(desk.getByText('Claim the case to open its documents')).toBeVisible();
  await expect(desk.getByText(typed.name)).toHaveCount(0);
  await desk.keyboard.press('c');

  // Typed, coded and drawn data are next to each other.
  const table = desk.getByRole('table', { name: 'Typed, in the code, in the picture' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(row('Name')).toHaveText(/Hayashi Mika.*See above/);
  await expect(row('User').getByRole('cell', { name: person.info.number })).toHaveCount(3);
  await expect(row('Side')).toHaveText(/Side–FrontBack/);
  await expect(table.getByText('differs')).toHaveCount(0);
  const pictures = desk.getByRole('region', { name: 'Pictures' });
  for (const name of ['Front', 'Back']) {
    const picture = pictures.getByRole('img', { name });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  }
  expect(await axeFaults(desk)).toEqual([]);

  // Keys zoom and move.
  const width = () => pictures.getByRole('img', { name: 'Front' }).evaluate((img) => img.clientWidth);
  const whole = await width();
  for (const key of ['+', '+', '-', '+']) await desk.keyboard.press(key);
  await expect(desk.getByText('200 %')).toBeVisible();
  expect(await width()).toBeGreaterThan(whole * 1.9);
  const place = () => pictures.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  expect(await place()).toEqual([0, 0]);
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('ArrowDown');
  await expect.poll(place).toEqual([80, expect.any(Number)]);
  expect((await place())[1]).toBeGreaterThan(0);
  await desk.keyboard.press('0');
  await expect(desk.getByText('100 %')).toBeVisible();

  await desk.keyboard.press('r');
  await expect(desk.getByLabel('Reason to reject')).toBeFocused();
  await desk.keyboard.press('Tab');
  await expect(desk.getByLabel('Reason, needed to reject')).toBeFocused();
  await desk.keyboard.type('The picture says Miku, the form says Mika.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByText('The case is rejected')).toBeVisible();
  expect(await user(showCertState, {})).toMatchObject({
    state: 'rejected',
    reason: 'The picture says Miku, the form says Mika.',
  });

  await submitSpecimen(person, typed);
  await desk.goto('/review/identity');
  await desk.getByRole('link', { name: new RegExp(`${person.info.number}.*try 2`) }).click();
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('checkbox')).toHaveCount(4);
  await desk.getByRole('checkbox').first().focus();
  for (let box = 0; box < 4; box++) {
    await desk.keyboard.press('Space');
    if (box < 3) await desk.keyboard.press('Tab');
  }
  await desk.keyboard.press('a');
  await expect(desk.getByText('The case is approved')).toBeVisible();
  expect(await user(showCertState, {})).toMatchObject({ state: 'passed', automatic: false, reason: null });

  // Support works on other queues and does not see this one.
  const support = await open(consoleOf(await newOperator('support')));
  await support.goto('/review');
  await expect(support.getByRole('heading', { name: 'Appeals' }).first()).toBeVisible();
  await support.goto('/review/identity');
  await expect(support.getByText('Your role can’t open these cases')).toBeVisible();
});

/** Fills the form from the first field to "Send for review" by keyboard only. */
async function sendByKeys(page: Page) {
  const name = page.getByLabel('Name on card');
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(typed.name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Step 2 of 3' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Make specimen' }));
  await page.keyboard.press('Enter');
  // Each picture is read by a child process, which takes long on a busy machine.
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(2, { timeout: 120_000 });
  expect(await axeFaults(page)).toEqual([]);
  await tabTo(page, page.getByRole('button', { name: 'Send for review' }));
  await page.keyboard.press('Enter');
  await isAt(page, 'Under review');
}

/** Waits until the heading of the state is shown and focused. */
async function isAt(page: Page, state: string) {
  await expect(page.getByRole('heading', { name: state })).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
}

/** Opens this user's case and claims it, by keyboard only. */
async function claimByKeys(desk: Page, number: string) {
  await expect(desk.getByRole('link', { name: new RegExp(number) })).toBeVisible();
  const mine = desk.getByRole('main').getByText(`User ${number}`).first();
  for (let cases = 0; cases < 20 && !(await mine.isVisible()); cases++) {
    await desk.keyboard.press('j');
    await expect(desk.getByRole('heading', { level: 1, name: 'ID' })).toBeFocused();
  }
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('heading', { name: 'Decision' })).toBeFocused();
  await expect(desk.getByRole('checkbox')).toHaveCount(4);
}

test('user and reviewer get from the form to the decision by keyboard only; each state is announced once', async ({
  open,
  person: { page, info },
}) => {
  await page.goto('/user/cert');
  await expect(page.getByLabel('Name on card')).toBeVisible();
  const said = await heard(page);
  const times = async (text: string) => (await said()).filter((each) => each === text).length;
  await sendByKeys(page);
  expect(await times('Under review')).toBe(1);

  const desk = await open(consoleOf(await newOperator('reviewer')));
  await desk.goto('/review/identity');
  await claimByKeys(desk, info.number);
  await desk.keyboard.press('r');
  await expect(desk.getByLabel('Reason to reject')).toBeFocused();
  await desk.keyboard.press('Tab');
  await expect(desk.getByLabel('Reason, needed to reject')).toBeFocused();
  await desk.keyboard.type('The back cannot be read.');
  await tabTo(desk, desk.getByRole('button', { name: 'Reject' }));
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('The case is rejected')).toBeVisible();
  await expect(desk.getByRole('heading', { level: 1 })).toBeFocused();

  await isAt(page, 'Verification rejected');
  expect(await times('Verification rejected')).toBe(1);
  await tabTo(page, page.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rejected last time: The back cannot be read.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Step 1 of 3' })).toBeFocused();
  await sendByKeys(page);
  expect(await times('Under review')).toBe(2);

  await claimByKeys(desk, info.number);
  for (let box = 0; box < 4; box++) {
    await tabTo(desk, desk.getByRole('checkbox').nth(box));
    await desk.keyboard.press('Space');
  }
  await desk.keyboard.press('a');
  await expect(desk.getByText('The case is approved')).toBeVisible();
  await isAt(page, 'Successfully certified');
  expect(await times('Successfully certified')).toBe(1);
  await expect(page.getByRole('definition').filter({ hasText: /^2$/ })).toBeVisible();
});

import { showCertState } from '@glasshouse/protocol/identity/calls';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator } from './office.ts';
import { newCaller } from './server.ts';
import { submitSpecimen } from './specimens.ts';
import { expect, test } from './story.ts';

const typed = { name: 'Hayashi Mika', number: 'SPEC-4711-22' };

test('a reviewer compares a specimen by keys, rejects it with a reason, and passes the next one', async ({
  open,
  person,
}) => {
  test.setTimeout(120_000);
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

  // Typed, coded and drawn are beside each other.
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
  await expect(support.getByText('There is nothing your role reviews.')).toBeVisible();
});

import { axeFaults } from './axe.ts';
import { layoutFaults, setTextSize } from './layout.ts';
import { expect, test } from './story.ts';

// The failure message has all findings, so no trace is needed.
test.use({ trace: 'off' });

test('sheets and the dialog pass axe and fit with large text', async ({ person, visitor }) => {
  await visitor.goto('/login');
  for (const opener of [/^Simulated/, 'Terms of Use', 'Trouble logging in? Ask customer service', 'Language']) {
    await visitor.getByRole('button', { name: opener }).click();
    const sheet = visitor.getByRole('dialog');
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeVisible();
    expect.soft(await axeFaults(visitor), `the sheet of ${opener}`).toEqual([]);
    await setTextSize(visitor, 200);
    expect.soft(await layoutFaults(visitor), `the sheet of ${opener} with large text`).toEqual([]);
    await setTextSize(visitor, 100);
    await visitor.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }
  await person.page.goto('/user');
  await person.page.getByRole('button', { name: 'Log out' }).click();
  await expect(person.page.getByRole('alertdialog')).toBeVisible();
  expect.soft(await axeFaults(person.page), 'the dialog').toEqual([]);
  await setTextSize(person.page, 200);
  expect.soft(await layoutFaults(person.page), 'the dialog with large text').toEqual([]);
});

import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { withEmail } from './people.ts';
import { mailTo } from './server.ts';
import { expect, isRefusedAt, test } from './story.ts';

test('a phrase is set, shown only in mails, and removed', async ({ person }) => {
  const { page } = person;
  const email = await withEmail(person);
  const phrase = page.getByRole('textbox', { name: /^(New phrase|Phrase)$/ });
  const tradePassword = page.getByLabel('Trade password', { exact: true });
  const heading = page.getByRole('heading', { name: 'Mail phrase', level: 2 });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto('/user/security');
  await page.getByRole('link', { name: /Mail phrase/ }).click();
  await expect(page.getByText('Not set', { exact: true })).toBeVisible();
  await holdsUp(page, 'mail phrase');
  expect(await axeFaults(page)).toEqual([]);

  await phrase.fill('abc');
  await press('Save the phrase');
  await isRefusedAt(phrase, 'Use 4 to 32 visible characters in one line, without links');
  await phrase.fill('http://evil.example/x');
  await press('Save the phrase');
  await isRefusedAt(phrase, 'Use 4 to 32 visible characters in one line, without links');
  await phrase.fill('blue <b>heron<b>');
  await tradePassword.fill('000000');
  await press('Save the phrase');
  await isRefusedAt(tradePassword, 'Wrong trade password. Tries left: 4. After that you can try once every 15 min');
  expect(await axeFaults(page)).toEqual([]);
  await tradePassword.fill('123456');
  await press('Save the phrase');
  await expect(page.getByText('Set', { exact: true })).toBeVisible();
  await expect(phrase).toHaveValue('');
  await expect(heading).toBeFocused();
  expect(await mailTo(email)).toMatch(/^Your mail phrase: blue <b>heron<b>\r?\n/);
  await page.reload();
  await expect(page.getByText('Set', { exact: true })).toBeVisible();
  await expect(page.getByText('heron')).toHaveCount(0);

  await phrase.fill('red heron');
  await tradePassword.fill('123456');
  await press('Save the phrase');
  await expect(phrase).toHaveValue('');
  const changed = await mailTo(email);
  expect(changed).toMatch(/^Your mail phrase: blue <b>heron<b>\r?\n/);
  expect(changed).toContain('Your mail phrase was changed. Future emails will show the new one');

  await press('Remove the phrase');
  await expect(tradePassword).toBeFocused();
  await tradePassword.fill('123456');
  await press('Remove the phrase');
  await expect(page.getByText('Not set', { exact: true })).toBeVisible();
  await expect(heading).toBeFocused();
  // The user's phrase proves that this mail is ours.
  expect(await mailTo(email)).toMatch(/^Your mail phrase: red heron\r?\n.*Your mail phrase was removed/s);
  await page.goto('/user/security/events');
  for (const event of ['Mail phrase set', 'Mail phrase changed', 'Mail phrase removed'])
    await expect(page.getByText(event, { exact: true })).toBeVisible();
});

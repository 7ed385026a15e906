import { readFile } from 'node:fs/promises';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { expect, test } from './story.ts';

test('the key / focuses the search, and part of a name finds the user', async ({ open, person }) => {
  const desk = await open(consoleOf(await newOperator('support')));
  await desk.goto('/');
  await expect(desk.getByRole('searchbox')).toBeVisible();
  await desk.keyboard.press('/');
  await desk.keyboard.type(person.username.slice(2));
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`Search: ${person.username.slice(2)}`);
  await expect(desk.getByRole('link', { name: person.info.number })).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);
  for (const width of [1280, 390, 320]) {
    await desk.setViewportSize({ width, height: 800 });
    const over = await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
  await desk.goto('/search?q=nobody-has-this-name');
  await expect(desk.getByText('Nothing found')).toBeVisible();
});

test('an auditor filters the log by action and user, and saves it as a file', async ({ open, person }) => {
  const support = await newOperator('support');
  await officeCall(freezeUser, { number: person.info.number, reason: 'To be found in the log' }, support.cookies);
  const log = await open(consoleOf(await newOperator('auditor')));
  await log.goto('/audit');
  await log.getByLabel('Operator').selectOption({ label: `${support.name} · ${support.email}` });
  await log.getByLabel('Subject: name or number').fill(person.username);
  await log.getByLabel('Action').selectOption('Froze the account');
  // The text is applied when typing pauses.
  await expect(log).toHaveURL(new RegExp(`subject=${person.username}`));
  await expect(log.getByRole('row')).toHaveCount(2);
  await expect(log.getByRole('row').last()).toContainText(support.name);
  await log.reload();
  await expect(log.getByRole('row')).toHaveCount(2);
  await log.getByLabel('From (UTC)').fill('2020-01-01');
  await log.getByLabel('Until (UTC)').fill('2020-01-02');
  await expect(log.getByText('No entries')).toBeVisible();
  await log.getByLabel('From (UTC)').fill('');
  await log.getByLabel('Until (UTC)').fill('');
  await expect(log.getByRole('row')).toHaveCount(2);
  const today = new Date().toISOString().slice(0, 10);
  await log.getByLabel('From (UTC)').fill(today);
  await log.getByRole('button', { name: 'Save as CSV' }).click();
  const dialog = log.getByRole('dialog', { name: 'Save the audit log as CSV' });
  await expect(dialog).toContainText('The file holds only what the page is filtered by');
  await expect(dialog).toContainText(
    `Operator: ${support.name}; Action: Froze the account; Subject: ${person.username}`,
  );
  await expect(dialog.getByLabel('From (UTC)')).toHaveValue(today);
  expect(await axeFaults(log)).toEqual([]);
  const [file] = await Promise.all([
    log.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^audit-simulated-${today}-.*-users-freeze-about-user-${person.info.number}\\.csv$`),
  );
  const text = await readFile((await file.path())!, 'utf8');
  const [header, row, ...rest] = text.trim().split('\r\n');
  expect(header).toMatch(/^id,at,operator,.*,note$/);
  expect(row).toContain('To be found in the log');
  expect(row).toContain('Simulated');
  expect(rest).toEqual([]);
  // Roles that may not see everything can save nothing.
  const desk = await open(consoleOf(support));
  await desk.goto('/users');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Users');
  await expect(desk.getByRole('button', { name: 'Save as CSV' })).toHaveCount(0);
});

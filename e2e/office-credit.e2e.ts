import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { expect, test } from './story.ts';

test('an operator freezes and unfreezes: the score falls and recovers, and user and operator read the reason', async ({
  open,
  person,
}) => {
  const { page, info } = person;
  const support = await newOperator('support');
  await page.goto('/user/credit');
  await expect(page.getByRole('img', { name: 'Credit score 100 out of 100' })).toBeVisible();
  const frozen = { number: info.number, reason: 'Log-ins from two countries within an hour' };
  await officeCall(freezeUser, frozen, support.cookies);
  await page.reload();
  await expect(page.getByText('Your credit score is 80 for now.')).toBeVisible();

  const desk = await open(consoleOf(support));
  await desk.goto(`/users/${info.number}`);
  const history = desk.getByRole('table', { name: 'Credit score, as the user sees it' }).getByRole('row');
  const cell = (reason: string, name: string) =>
    history.filter({ hasText: reason }).getByRole('cell', { name, exact: true });
  await expect(cell(frozen.reason, '−20')).toBeVisible();
  await expect(cell(frozen.reason, '80')).toBeVisible();
  await desk.getByRole('button', { name: 'Unfreeze' }).click();
  await desk.getByLabel('Reason').fill('The holder was travelling');
  await desk.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).click();
  await expect(cell('The holder was travelling', '+20')).toBeVisible();
  await expect(cell('The holder was travelling', '100')).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);

  // The notice checks on its own whether the pause is over.
  const changes = page.getByRole('list', { name: 'What has changed it' }).getByRole('listitem');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('Pause lifted');
  await expect(changes.first()).toContainText('+20');
  await expect(changes.last()).toContainText(frozen.reason);
  await expect(changes.last()).toContainText('−20');
  await expect(changes.last()).toContainText('Score 80');
  expect(await axeFaults(page)).toEqual([]);
});

import { axeFaults } from './axe.ts';
import { moveIn, offerShortPeriods, openOrder, openTab, orderOf } from './contracts.ts';
import { expect, heading, test } from './story.ts';

test.beforeAll(offerShortPeriods);

test('all receipts are recomputed at once; a shared one is recomputed without an account, then revoked', async ({
  person,
  visitor,
}) => {
  const { page } = person;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await moveIn(person, 100n);
  await openTab(page);
  const id = await openOrder(person);
  await expect.poll(async () => (await orderOf(person, id)).order.outcome).not.toBeNull();

  await page.goto('/user');
  await page.getByRole('link', { name: 'Receipts and proofs' }).click();
  await expect(heading(page)).toHaveText('Receipts and proofs');
  await expect(page.getByRole('main')).toContainText('1 of 1 match');
  await expect(page.getByText('You share none.')).toBeVisible();
  await page.getByRole('link', { name: /^BTC · Long · 1 s/ }).click();
  await expect(page).toHaveURL(`/contract/receipt/${id}`);

  await page.getByRole('button', { name: 'Share this receipt' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share this receipt' });
  await expect(sheet).toContainText('they cannot be hidden');
  await sheet.getByRole('button', { name: 'Make a link' }).click();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/\/shared#[\w-]{43}$/);
  const link = await copied();
  expect.soft(await axeFaults(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save picture' }).click();
  expect((await saving).suggestedFilename()).toBe('receipt-BTC-simulated.png');

  // A visitor opens the link. Its secret is in no requested URL.
  const requestedUrls: string[] = [];
  visitor.on('request', (request) => requestedUrls.push(request.url(), request.headers().referer ?? ''));
  const matches = () =>
    expect(visitor.getByRole('status').filter({ hasText: 'Recomputed in your browser:' })).toContainText('matches');
  await visitor.goto(link);
  await matches();
  // Clients choose order ids: a stored slip with the same id belongs to another order.
  const { order } = await orderOf(person, id);
  const other = { order: { ...order, stake: '99.00' }, headHash: '00', slip: { key: '', signature: '' } };
  await visitor.evaluate(
    (slips) => localStorage.setItem('slips', JSON.stringify({ state: { slips }, version: 1 })),
    [other],
  );
  await visitor.reload();
  await matches();
  await expect(visitor.getByText('Somebody shared this receipt')).toBeVisible();
  await expect(visitor.getByText('is a practice exchange on paper money')).toBeInViewport();
  const free = visitor.getByRole('link', { name: 'Try it without an account' });
  await expect(free).toHaveAttribute('href', '/contract');
  await expect(free).toBeInViewport({ ratio: 1 });
  for (const receipt of [page, visitor])
    await expect(receipt.getByText('Here the operator could know prices ahead')).toBeAttached();
  await expect(visitor.locator('meta[name=robots]')).toHaveCount(0);
  await expect(visitor.getByText('Not compared with the slip')).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: 'Try it with paper money' })).toHaveAttribute('href', '/register');
  expect(requestedUrls.filter((url) => url.includes(link.split('#')[1]!))).toEqual([]);

  await sheet.getByRole('switch', { name: 'Show my username' }).click();
  await expect(sheet.getByText(`Whoever opens the link reads “${person.info.username}”.`)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText(`${person.info.username} shared this receipt`)).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  // Revoking asks for confirmation, because the same link cannot be created again.
  const asking = page.getByRole('alertdialog', { name: 'Take this link back?' });
  await sheet.getByRole('button', { name: 'Take back' }).click();
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await visitor.reload();
  await matches();
  await sheet.getByRole('button', { name: 'Take back' }).click();
  await asking.getByRole('button', { name: 'Take back' }).click();
  await expect(sheet.getByRole('button', { name: 'Make a link' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('No receipt behind this link')).toBeVisible();
});

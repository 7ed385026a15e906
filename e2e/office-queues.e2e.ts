import { axeFaults } from './axe.ts';
import { consoleOf, newOperator } from './office.ts';
import { openAccount } from './people.ts';
import { arrange } from './server.ts';
import { submitReceipt } from './specimens.ts';
import { expect, test } from './story.ts';

const total = 230;

test('a long queue is counted, paged, sorted and filtered; J continues past the end of a page', async ({ open }) => {
  const { info } = await openAccount();
  // Later than all cases of other tests, so that their place in the queue stays the same.
  await arrange(
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at, amount)
     select gen_random_uuid(), 'top_up', '${info.id}', ${info.number}, 'Bulk ' || place || ' USDT', 1 + place % 2,
       now() + interval '1 day' + place * interval '1 second', place * 1000000000::bigint from generate_series(1, ${total}) as place`,
  );
  try {
    const desk = await open(consoleOf(await newOperator('reviewer')));
    await desk.goto('/review/top_up');
    await desk.getByLabel('Sort').selectOption('Newest first');
    const queue = desk.getByRole('region', { name: 'Queue' });
    const rows = queue.getByRole('link', { name: /Bulk/ });
    await expect(rows.first()).toContainText(`Bulk ${total} USDT`);
    await expect(rows.first()).toContainText(info.username!);
    const count = Number((await queue.getByRole('heading').textContent())!.replace(/\D/g, ''));
    expect(count).toBeGreaterThanOrEqual(total);
    await expect(rows).toHaveCount(50);

    // The last row of the page leads to the first of the next one.
    await rows.last().click();
    await expect(desk.getByRole('heading', { level: 1, name: `Bulk ${total - 49} USDT` })).toBeVisible();
    await desk.keyboard.press('j');
    await expect(desk.getByRole('heading', { level: 1, name: `Bulk ${total - 50} USDT` })).toBeVisible();
    while ((await rows.count()) < total) {
      const before = await rows.count();
      await queue.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(before);
    }
    const titles = await rows.allTextContents();
    expect(new Set(titles.map((text) => /Bulk \d+/.exec(text)![0])).size).toBe(total);
    expect(await axeFaults(desk)).toEqual([]);

    // Back from the page of the user leads to the same place in the list.
    await rows.filter({ hasText: /Bulk 40 USDT/ }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Bulk 40 USDT' })).toBeVisible();
    await desk.getByRole('main').getByRole('link', { name: /^User/ }).click();
    await expect(desk).toHaveURL(/\/users\//);
    await desk.goBack();
    await expect(rows).toHaveCount(total);
    await expect(rows.filter({ hasText: /Bulk 40 USDT/ })).toBeInViewport();

    await desk.getByLabel('Sort').selectOption('Largest first');
    await desk.getByLabel('Minimum amount, USDT').fill('228000');
    await expect(rows).toHaveCount(3);
    await expect(queue.getByRole('heading')).toHaveText('Top-ups 3');
    await desk.getByLabel('Filter').selectOption('Second try or later');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Bulk 229 USDT');
    // The filter is in the address: a case, a reload and Back lead to the same list.
    await rows.click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Bulk 229 USDT' })).toBeVisible();
    await desk.reload();
    await expect(rows).toHaveCount(1);
    await desk.goBack();
    await expect(rows).toHaveCount(1);
    await expect(desk.getByLabel('Minimum amount, USDT')).toHaveValue('228000');
    await desk.getByLabel('Filter').selectOption('Claimed by you');
    await expect(queue.getByRole('link')).toHaveCount(0);
    await desk.getByLabel('Filter').selectOption('All cases');
    await desk.getByLabel('Minimum amount, USDT').fill('a lot');
    await expect(desk.getByText('This value cannot be used.')).toBeVisible();
    for (const width of [960, 390, 320]) {
      await desk.setViewportSize({ width, height: 800 });
      const over = await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, String(width)).toBeLessThanOrEqual(0);
    }
  } finally {
    await arrange(`delete from review_case where title like 'Bulk % USDT' and person = '${info.id}'`);
  }
});

test('J opens the first case even before the queue is loaded', async ({ open }) => {
  const account = await openAccount();
  await submitReceipt(account, '1,000 USDT');
  const desk = await open(consoleOf(await newOperator('reviewer')));
  await desk.goto('/self');
  await expect(desk.getByRole('link', { name: 'Top-ups' })).toBeVisible();
  // The list arrives late, and without the cases of other tests, which may be gone by then.
  await desk.route('**/office/review/list**', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { list: { number: string }[] } };
    answer.data.list = answer.data.list.filter(({ number }) => number === String(account.info.number));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.fulfill({ response, json: answer });
  });
  await desk.getByRole('link', { name: 'Top-ups' }).click();
  // The address changes before the page does.
  await expect(desk.getByRole('heading', { level: 1, name: 'Top-ups' })).toBeVisible();
  await desk.keyboard.press('j');
  await expect(desk).toHaveURL(/review\/top_up\/[0-9a-f-]{36}/);
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toBeVisible();

  // After a reload the kinds of queues arrive late too.
  await desk.goto('/review/top_up');
  await desk.route('**/office/review/kinds**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await desk.reload();
  await expect(desk.getByRole('link', { name: 'Overview' })).toBeVisible();
  await desk.keyboard.press('j');
  await expect(desk).toHaveURL(/review\/top_up\/[0-9a-f-]{36}/);
});

test('a case shows how long it has waited, and says so in words when it is late', async ({ open }) => {
  const { info } = await openAccount();
  await arrange(
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
     select gen_random_uuid(), 'top_up', '${info.id}', ${info.number}, 'Waits ' || minutes, 1, now() - minutes * interval '1 minute'
     from unnest('{2,9,22}'::int[]) as minutes`,
  );
  try {
    const desk = await open(consoleOf(await newOperator('reviewer')));
    await desk.goto('/review/top_up');
    await expect(desk.getByRole('link', { name: /Waits 22/ })).toContainText('7 min over');
    await expect(desk.getByRole('link', { name: /Waits 9/ })).toContainText('6 min left');
    await expect(desk.getByRole('link', { name: /Waits 2 / })).toContainText('13 min left');
  } finally {
    await arrange(`delete from review_case where title like 'Waits %' and person = '${info.id}'`);
  }
});

import { drawn } from '@glasshouse/verify/seeded-receipt';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { believe, givenUp, openFile } from './receipt-files.ts';
import { expect, test } from './story.ts';

test.use({ callsMayFail: true });

const verdict = (page: Page) =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recomputed in your browser:' });
const card = (page: Page) => page.getByRole('region', { name: 'How its prices were made' });
const line = (page: Page, text: string) =>
  page.getByRole('region', { name: 'What was checked' }).getByRole('listitem').filter({ hasText: text });
/** The only line that changes after the verdict. */
const signatures = (page: Page) =>
  line(page, 'The beacon signed every round').filter({ has: page.getByRole('status') });

test('prices are recomputed from seed and rounds, and signatures are checked in the background after the verdict', async ({
  person,
}) => {
  const { page } = person;
  const fetched: string[] = [];
  page.on('request', (request) => /rounds-worker/.test(request.url()) && fetched.push(request.url()));
  const receipt = await drawn({ seconds: 30 });
  await page.clock.setFixedTime(receipt.order.at);
  await believe(page, receipt);
  const { drawn: days, ...without } = receipt;
  await openFile(page, without);
  await expect(verdict(page)).toContainText('matches');
  // Its day ends at midnight UTC.
  await expect(card(page)).toContainText('also carry the day’s seed and the beacon’s rounds');
  await expect(card(page).locator('time')).toHaveAttribute('datetime', '2026-11-19T00:00:00.000Z');
  await expect(signatures(page)).toHaveCount(0);
  expect(fetched).toEqual([]);

  await openFile(page, receipt);
  await expect(line(page, 'Prices follow from seed and rounds')).toContainText('61 prices made again, from 11 rounds');
  await expect(verdict(page)).toContainText('matches');
  await expect(signatures(page)).toContainText('11 signatures hold');
  expect(fetched.length).toBe(1);
  await expect(card(page)).toContainText(`before your order`);
  await expect(card(page)).toContainText('known to the operator');
  await expect(card(page).getByRole('link')).toHaveAttribute('href', `/publiclog/${days![0]!.commitment.place}`);
  // The order was placed on another device, and the page says so.
  await expect(line(page, 'Not compared with the slip of your tap')).toContainText('another device');
  await holdsUp(page, 'a receipt with seed and rounds');
  expect.soft(await axeFaults(page)).toEqual([]);
});

test('a round without a valid signature changes the verdict, and a wrong price is shown in every affected check', async ({
  person,
}) => {
  const { page } = person;
  const chosen = await drawn({ forged: true });
  await believe(page, chosen);
  await openFile(page, chosen);
  await expect(line(page, 'Prices follow from seed and rounds')).toBeVisible();
  await expect(verdict(page)).toContainText('does not match');
  const round = chosen.drawn![0]!.rounds.at(-1)!.round.toLocaleString('en-US');
  await expect(signatures(page)).toContainText(`Round the beacon did not sign: ${round}`);
  await expect(page.getByRole('region', { name: 'What differs' })).toContainText(round);
  await expect(line(page, 'Prices follow from seed and rounds')).toContainText('Says nothing');
  await expect(card(page)).toContainText('does not show that its prices follow');
  await holdsUp(page, 'a receipt with an unsigned round');

  const receipt = await drawn();
  const changed = structuredClone(receipt);
  const tick = changed.runs[0]!.ticks[5]!;
  tick.price = String(BigInt(tick.price) + 1n);
  await openFile(page, changed);
  await expect(page.getByRole('region', { name: 'What differs' })).toContainText('Price from seed and rounds');
  await expect(line(page, 'Result follows from the two prices')).toContainText(
    'Says nothing: it rests on “Every tick is on the sealed tape”, which is wrong.',
  );
});

test('if the signature check fails to load, the page says so and claims nothing', async ({ person }) => {
  const { page } = person;
  await page.route('**/rounds-worker*', (route) => route.abort());
  const receipt = await drawn();
  await believe(page, receipt);
  await openFile(page, receipt);
  await expect(verdict(page)).toContainText('matches');
  await expect(signatures(page)).toContainText('Not checked here');
});

test('a receipt with given-up slots says so and promises no seed for them', async ({ person: { page } }) => {
  const receipt = givenUp(await drawn({ seconds: 30 }));
  await believe(page, receipt);
  await openFile(page, receipt);
  await expect(page.getByText('The prices of this time could not be made and were given up')).toBeVisible();
  await expect(line(page, 'Exit is the first tick')).toContainText(/prices #[\d,]+ to #[\d,]+ were given up/);
  await expect(card(page)).toHaveCount(0);
});

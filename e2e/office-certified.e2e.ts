import { detailsDocument } from '@glasshouse/protocol/identity/office';
import {
  claimReviewCase,
  decideReviewCase,
  listReviewCases,
  readReviewDocument,
  showReviewCase,
} from '@glasshouse/protocol/review/office';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { fillDetails, makeBoth } from './identity.ts';
import { type Cookies, newOperator, officeCall } from './office.ts';
import { expect, go, test } from './story.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');

/** Opens the documents of a user's open case and decides it, as the console does. */
async function decide(reviewer: Cookies, number: string, reason: string | null): Promise<void> {
  const { list } = await officeCall(
    listReviewCases,
    { kind: 'identity', state: 'waiting', sort: 'oldest', limit: 100 },
    reviewer,
  );
  const { id } = list.find((each) => each.number === number)!;
  await officeCall(claimReviewCase, { id }, reviewer);
  await officeCall(readReviewDocument, { id, name: detailsDocument }, reviewer);
  const { checks } = await officeCall(showReviewCase, { id }, reviewer);
  const decision = reason === null ? 'approve' : 'reject';
  await officeCall(decideReviewCase, { id, decision, checks: reason === null ? checks : [], reason }, reviewer);
}

async function sendSpecimen(page: Page): Promise<void> {
  await makeBoth(page, t);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(said(page)).toHaveText('Under review');
}
/** The state as announced to screen readers. */
const said = (page: Page) => page.getByRole('main').getByRole('status').first();

test('a verification is rejected, resubmitted and approved, and every page shows the decision without a reload', async ({
  person: { page, info },
}) => {
  const { cookies } = await newOperator('reviewer');
  // The code that reports decisions on every page is loaded a moment after the page.
  const watching = page.waitForResponse(/\/DecisionWatch-/);
  await page.goto('/user/cert');
  await fillDetails(page, t);
  await sendSpecimen(page);
  await decide(cookies, info.number, 'The back is blurred: the number line cannot be read.');
  // Before the next poll.
  await expect(said(page)).toHaveText('Verification rejected');
  await expect(page.getByText('The back is blurred: the number line cannot be read.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Step 1 of 3' })).toBeFocused();
  await expect(page.getByLabel('Name on card')).toHaveValue('Hayashi Mika');
  await page.getByRole('button', { name: 'Continue' }).click();
  await sendSpecimen(page);
  await go(page, '/user');
  await expect(page.getByRole('link', { name: 'Identity verification Under review' })).toBeVisible();
  await watching;
  await decide(cookies, info.number, null);
  await expect(page.getByText('Successfully certified')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Identity verification Verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Identity verification Verified' }).click();
  await expect(page.getByRole('heading', { name: 'Successfully certified' })).toBeVisible();
  await expect(page.getByText(/^Decided \d{4}-\d\d-\d\d .* by a reviewer\.$/)).toBeVisible();
  await expect(page.getByText('Will be erased on')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/user/security/events');
  await expect(page.getByText('A reviewer opened your papers')).toHaveCount(1);
});

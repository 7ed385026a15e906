import { showTopUp } from '@glasshouse/protocol/deposits/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { Page } from '@playwright/test';
import type { Words } from './screen.ts';
import { expect } from './story.ts';

type TopUp = Output<typeof showTopUp>;
const id = '01956a60-0000-7000-8000-000000000001';
const at = '2026-03-18T13:52:40.000Z';
const sent: TopUp = {
  ...{ id, amount: '1000.00', by: 'TRC20', isCard: false, address: 'SIM-TRC20-7QM4-X9KD-2QHF-PAPER', at },
  ...{ state: 'under_review', steps: [{ state: 'under_review', at, reason: null }], submittedAt: at, decidedAt: null },
  ...{ reason: null, automatic: false, automaticAt: null, twoPeople: false, attempt: 1, erasedAt: null },
  ...{ usualSeconds: 240, automaticSeconds: null, onDuty: true },
};
const decidedAt = '2026-03-18T13:55:02.000Z';
const decided = { ...sent, decidedAt, erasedAt: '2026-04-17T13:55:02.000Z' };
const reason = 'The stamp is cut off: upload the whole receipt.';
/** A top-up in each of its states. */
export const topUps = {
  review: sent,
  automatic: { ...sent, onDuty: false, automaticSeconds: 600, automaticAt: '2026-03-18T14:02:40.000Z' },
  large: { ...sent, amount: '20000.00', twoPeople: true, usualSeconds: null },
  offDuty: { ...sent, usualSeconds: null, onDuty: false },
  passed: { ...decided, state: 'passed', steps: [...sent.steps, { state: 'passed', at: decidedAt, reason: null }] },
  card: {
    ...{ ...sent, by: 'Visa 4242', isCard: true, address: null, state: 'passed', submittedAt: null, attempt: 0 },
    steps: [{ state: 'passed', at, reason: null }],
  },
  rejected: {
    ...decided,
    state: 'rejected',
    reason,
    steps: [...sent.steps, { state: 'rejected', at: decidedAt, reason }],
  },
} satisfies Record<string, TopUp>;

/** Shows the page a top-up in this state, instead of waiting for a reviewer. */
export async function tellTopUp(page: Page, topUp: TopUp): Promise<void> {
  await page.route(`**${showTopUp.path}`, (route) => route.fulfill({ json: { code: 200, msg: '', data: topUp } }));
}

export const receiptCard = (page: Page, t: Words) =>
  page.getByRole('region', { name: t('deposits.receipt.name'), exact: true });

/** Types the amount, makes a receipt for it and waits until the server has accepted that. */
export async function makeReceipt(page: Page, t: Words, amount: string): Promise<void> {
  await page.getByLabel(t('deposits.amount'), { exact: true }).fill(amount);
  await page.getByRole('button', { name: t('deposits.receipt.make'), exact: true }).click();
  await expect(receiptCard(page, t).getByText(t('specimens.slot.ready'), { exact: true })).toBeVisible();
}

import type { Output } from '@glasshouse/protocol/endpoint';
import type { getInvites, listProfits } from '@glasshouse/protocol/invites/calls';
import type { listRecords, showRecord } from '@glasshouse/protocol/records/calls';
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const answer = (page: Page, call: string, data: unknown) =>
  page.route(call, (route) => route.fulfill({ json: { code: 200, msg: '', data } }));

type Listed = Extract<Output<typeof listRecords>['list'][number], { is: 'money' }>;
const record = (at: string, flow: Listed['flow'], state: Listed['state'], amount: string, label: string): Listed => ({
  ...{
    is: 'money',
    id: crypto.randomUUID(),
    flow,
    state,
    currency: label === 'bank' ? 'CNY' : 'USDT',
    amount,
    fee: '0.00',
    label,
  },
  ...{ member: label === 'member' ? 'L•••' : null, at: `2026-03-${at}Z`, changedAt: `2026-03-${at}Z` },
});
const list = [
  record('18T09:41:06', 'withdraw', 'under_review', '500.00', 'TRC20'),
  record('18T09:12:30', 'move', 'done', '200.00', 'cash-contract'),
  record('17T21:05:44', 'recharge', 'passed', '1000.00', 'TRC20'),
  record('17T18:30:12', 'withdraw', 'rejected', '300.00', 'bank'),
  record('17T16:02:55', 'upgrade', 'done', '500.00', '1-2'),
  record('15T11:20:09', 'receive', 'done', '25.123456', 'member'),
  record('15T10:48:37', 'exchange', 'done', '4000.00', 'USDT-CNY'),
];
const one: Output<typeof showRecord> = {
  record: { ...list[3]!, currency: 'USDT', label: 'TRC20', fee: '3.00' },
  steps: [
    { state: 'under_review', at: '2026-03-17T18:30:12Z', reason: null },
    {
      state: 'rejected',
      at: '2026-03-17T19:02:41Z',
      reason: 'The address belongs to another network than the one chosen.',
    },
  ],
  postings: (['withdrawal_hold', 'withdrawal_return'] as const).map((kind, i) => ({
    ...{ kind, at: '2026-03-17T18:30:12Z', wallet: 'fund', currency: 'USDT', other: 'committed_withdrawals' },
    amount: i === 0 ? '-300.00' : '300.00',
  })),
};
const invites: Output<typeof getInvites> = {
  ...{ reward: '50.00', share: '5.00', invited: 4, verified: 3, withheld: 1, entries: 29 },
  next: { from: '2026-03-19T10:00:00Z', reward: '60.00', share: '5.00' },
  earned: { total: '103.12', rewards: { count: 2, amount: '100.00' }, shares: { count: 26, amount: '3.12' } },
  expected: { people: 1, day: '0.12', month: '3.60' },
};
type Profit = Output<typeof listProfits>['list'][number];
const share = { source: 'lower_level', withheld: null, name: 'so•••', amount: '0.12' } as const;
const of = (day: string) => ({ day, base: '2.40', share: '5.00' });
const profits: Profit[] = [
  { id: '9', at: '2026-03-18T01:00:04Z', ...share, of: of('2026-03-17') },
  { id: '8', at: '2026-03-17T01:00:02Z', ...share, of: of('2026-03-16') },
  { id: '7', at: '2026-03-12T10:41:09Z', source: 'new_user', name: 'ke•••', amount: '50.00', withheld: null, of: null },
  {
    id: '6',
    at: '2026-03-11T09:12:44Z',
    source: 'new_user',
    name: '•••17',
    amount: '0.00',
    withheld: 'same_place',
    of: null,
  },
];

const records = { path: '/records', title: 'titles.records', who: 'user' } as const;
const invite = { path: '/user/invite', title: 'titles.invite', who: 'user' } as const;

/** Records and invitations of an account that has some. */
export const movementScreens: Screen[] = [
  {
    ...records,
    name: 'records-full',
    arrange: async (page) => {
      await answer(page, '**/index/records/list', { list, next: null });
      await page.reload();
      await expect(page.getByText('TRC20').first()).toBeVisible();
    },
  },
  {
    ...records,
    name: 'records-filter',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('records.filter.month'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...records,
    name: 'records-failed',
    arrange: async (page, t) => {
      await page.route('**/index/records/list', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('records.failed'))).toBeVisible();
    },
  },
  {
    ...records,
    name: 'record-full',
    path: `/records/${one.record.id}`,
    title: 'titles.record',
    arrange: async (page, t) => {
      await answer(page, '**/index/records/show', one);
      await page.reload();
      await expect(page.getByText(t('records.trail'))).toBeVisible();
    },
  },
  {
    ...invite,
    name: 'invite-full',
    arrange: async (page, t) => {
      await answer(page, '**/index/invites/overview', invites);
      await answer(page, '**/index/sprofitlog/getlist', { list: profits, next: null });
      await page.reload();
      await expect(page.getByText(t('invite.withheldMark'), { exact: true })).toBeVisible();
    },
  },
];

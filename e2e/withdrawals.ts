import type { Output } from '@glasshouse/protocol/endpoint';
import { makeAddress } from '@glasshouse/protocol/movements/addresses';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import type {
  listPayees,
  listWithdrawals,
  showWithdrawal,
  showWithdrawForm,
} from '@glasshouse/protocol/withdrawals/calls';
import type { Page } from '@playwright/test';
import type { Account } from './people.ts';
import type { Words } from './screen.ts';
import { arrange } from './server.ts';

type Form = Output<typeof showWithdrawForm>;
type Withdrawal = Output<typeof showWithdrawal>;

/** A practice address, different for each name. */
export const addressOf = (name: string, network: 'TRC20' | 'ERC20' = 'TRC20') =>
  makeAddress(network, Buffer.from(name.padEnd(10, '.')));
const payee = { to: 'address', network: 'TRC20', address: addressOf('for pictures') } as const;

/** Marks identity as verified, which other tests cover. */
export const verify = ({ info }: Account) => arrange(`update person set identity = 'passed' where id = '${info.id}'`);

const limits = { least: '10.00', most: '5000.00', day: '10000.00', used: '500.00', left: '9500.00' };
/** The server's answers before the form is filled in. */
export const forms = {
  ready: {
    ...{ missing: [], identity: 'passed', lock: null, fee: '1.00', nextFee: null, cnyRate: '7.20', usualSeconds: 540 },
    ...{ twoPeopleAbove: '10000.00', automaticSeconds: null, onDuty: true },
    ...{ savedOnly: { on: false, endsAt: null }, authenticator: false },
    limits: {
      USDT: { ...limits, balance: '3250.00', personal: '3250.00' },
      CNY: {
        ...{ least: '72.00', most: '36000.00', day: '72000.00', used: '3600.00', left: '68400.00' },
        ...{ balance: '18000.00', personal: '18000.00' },
      },
    },
    payees: [
      {
        id: '019a0000-0000-7000-8000-000000000001',
        name: 'My other account',
        payee,
        usableAt: '2026-03-01T12:00:00.000Z',
      },
      {
        id: '019a0000-0000-7000-8000-000000000002',
        name: 'Practice Bank',
        usableAt: '2026-03-01T12:00:00.000Z',
        payee: {
          ...{ to: 'bank', bankName: 'Practice Bank', branchName: 'Main branch', branchNumber: '004' },
          ...{ account: makeAccount('123456789012'), holder: 'Hayashi Mika' },
        },
      },
    ],
  },
  get missing(): Form {
    const until = new Date(Date.now() + 42 * 60_000 + 7000).toISOString();
    const lock = { kind: 'password_changed', until } as const;
    const poor = { balance: '0.00', personal: '0.00' };
    return {
      ...this.ready,
      ...{ missing: ['identity', 'lock', 'balance'], identity: 'none', lock, payees: [] },
      limits: { USDT: { ...this.ready.limits.USDT, ...poor }, CNY: { ...this.ready.limits.CNY, ...poor } },
    };
  },
} satisfies { ready: Form; missing: Form };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** The saved payees of a user, one of them in its waiting period. */
export const savedPayees = (savedOnly: Form['savedOnly'] = { on: true, endsAt: null }) => {
  const [first, second] = forms.ready.payees;
  return { payees: [{ ...second!, usableAt: inHours(21) }, first!], savedOnly, authenticator: true };
};
export const endsTomorrow = () => ({ on: true, endsAt: inHours(23) });

const at = (second: number) => `2026-03-18T13:${String(50 + Math.floor(second / 60)).padStart(2, '0')}:40.000Z`;
const sent: Withdrawal = {
  ...{ id: '019a0000-0000-7000-8000-000000000003', state: 'under_review', way: 'TRC20', currency: 'USDT' },
  ...{ amount: '500.00', fee: '5.00', arrives: '495.00', at: at(0), changedAt: at(0), payee, twoPeople: false },
  ...{
    usualSeconds: 540,
    automaticSeconds: null,
    onDuty: true,
    paidFrom: null,
    steps: [{ state: 'under_review', at: at(0), reason: null }],
  },
};
const then = (state: Withdrawal['state'], second: number, reason: string | null = null) => ({
  state,
  at: at(second),
  reason,
});
/** Withdrawals in the form the server sends them. */
export const withdrawals = {
  review: sent,
  large: { ...sent, amount: '20000.00', fee: '200.00', arrives: '19800.00', twoPeople: true },
  withdrawing: { ...sent, state: 'withdrawing', paidFrom: at(240), steps: [...sent.steps, then('withdrawing', 180)] },
  success: { ...sent, state: 'success', steps: [...sent.steps, then('withdrawing', 180), then('success', 240)] },
  rejected: {
    ...{ ...sent, state: 'rejected' },
    steps: [...sent.steps, then('rejected', 180, 'The payee was used by another account today.')],
  },
  frozen: {
    ...sent,
    state: 'frozen',
    steps: [...sent.steps, then('withdrawing', 120), then('frozen', 180, 'account_frozen')],
  },
} satisfies Record<string, Withdrawal>;

const tell = (page: Page, call: string, data: unknown) =>
  page.route(`**/index/withdraw/${call}`, (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
export const tellForm = (page: Page, form: Form) => tell(page, 'form', form);
export const tellPayees = (page: Page, saved: Output<typeof listPayees>) => tell(page, 'payees', saved);
export const tellWithdrawal = (page: Page, withdrawal: Withdrawal) => tell(page, 'show', withdrawal);
export const tellList = (page: Page, list: Output<typeof listWithdrawals>['list']) =>
  tell(page, 'list', { list, next: null });

/** Fills in a withdrawal to an address. */
export async function fillAddress(
  page: Page,
  t: Words,
  amount: string,
  address: string = payee.address,
): Promise<void> {
  await page.getByLabel(t('withdrawals.network'), { exact: true }).selectOption('TRC20');
  await page.getByLabel(t('withdrawals.address')).fill(address);
  await page.getByLabel(t('withdrawals.amount'), { exact: true }).fill(amount);
}

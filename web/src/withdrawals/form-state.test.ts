import { makeAddress } from '@glasshouse/protocol/movements/addresses';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import { expect, test } from 'vitest';
import {
  emptyFields,
  isShownAtOnce,
  keepable,
  payeeOf,
  problemsOf,
  sumOf,
  type WithdrawalFields,
} from './form-state.ts';

const address = makeAddress('BEP20', new TextEncoder().encode('practice payee'));
const limits = { least: '10.00', most: '500.00', day: '1000.00', used: '900.00', left: '100.00', balance: '300.00' };
const form = {
  limits: { USDT: { ...limits, personal: '100.00' }, CNY: { ...limits, personal: '100.00' } },
  savedOnly: { on: false, endsAt: null },
  payees: [],
};
const problems = (typed: Partial<WithdrawalFields>) => problemsOf({ ...emptyFields, ...typed }, form, 0);
const good = { network: 'BEP20', address, amount: '50' } as const;
const bank = {
  to: 'bank',
  bankName: 'Bank',
  branchName: 'Main',
  branchNumber: '004',
  holder: 'Ann',
  account: makeAccount('123456789012'),
  amount: '50',
} as const;

test('every prompt of the specification appears for an empty form, all at once', () => {
  expect(problems({})).toEqual({ network: 'selectNetwork', address: 'enterAddress', amount: 'enterAmount' });
  expect(problems({ to: 'bank' })).toEqual({
    ...{ bankName: 'enterBankName', branchName: 'enterBranchName', branchNumber: 'enterBranchNumber' },
    ...{ account: 'enterAccount', holder: 'enterHolder', amount: 'enterAmount' },
  });
  expect(problems(good)).toEqual({});
  expect(problems(bank)).toEqual({});
  expect(problems({ ...good, save: true })).toEqual({ saveAs: 'enterPayeeName' });
});

test('possibly real data is reported while it is typed, before anything is sent', () => {
  const real = problems({ ...good, address: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' }).address;
  expect([real, isShownAtOnce(real)]).toEqual(['addressReal', true]);
  expect(problems({ ...good, address: 'hello' }).address).toBe('addressUnknown');
  expect(problems({ ...good, network: 'TRC20' }).address).toBe('addressNetwork');
  expect(problems({ ...good, network: '' })).toEqual({ network: 'selectNetwork' });
  expect(problems({ ...bank, account: 'DE89 3704 0044 0532 0130 00' }).account).toBe('accountReal');
  expect(problems({ ...bank, account: '12345' }).account).toBe('accountUnknown');
  expect(problems({ ...bank, holder: 'card 4242 4242 4242 4242' }).holder).toBe('real');
});

test('the amount is checked against minimum, balance, maximum and today’s limit', () => {
  const of = (amount: string) => problems({ ...good, amount }).amount;
  expect(of('9.999999')).toBe('tooSmall');
  expect(of('300.000001')).toBe('notEnough');
  expect(of('100.000001')).toBe('dayLimit');
  expect(of('100')).toBeUndefined();
});

test('fee and received amount are computed as on the server', () => {
  const sum = (to: WithdrawalFields['to'], amount: string) => sumOf({ to, amount }, { fee: '1.00', cnyRate: '7.20' });
  expect(sum('address', '500')).toMatchObject({ fee: 5_000_000n, arrives: 495_000_000n, about: 356_400n });
  expect(sum('bank', '720.01')).toMatchObject({ fee: 721n, arrives: 71_280n });
  expect(sum('address', '')).toMatchObject({ fee: 0n, arrives: 0n });
});

test('a payee is sent in its normalized form, however it was typed', () => {
  const typed = { ...emptyFields, ...good, address: ` ${address.toLowerCase().replaceAll('-', ' ')} ` };
  expect(payeeOf(typed)).toEqual({ to: 'address', network: 'BEP20', address });
  expect(payeeOf({ ...emptyFields, ...bank, holder: ' Ann ' })).toMatchObject({
    holder: 'Ann',
    account: bank.account,
  });
});

test('a draft keeps practice data, but no names and nothing that could become a real number', () => {
  const kept = (typed: Partial<WithdrawalFields>) => keepable({ ...emptyFields, ...typed });
  const { holder: _, ...rest } = bank;
  expect(kept({ ...bank, save: true, saveAs: 'Bank 12' })).toEqual({
    ...rest,
    ...{ network: '', save: true, saveAs: 'Bank 12' },
  });
  expect(kept(good)).toMatchObject(good);
  expect(kept({ address, network: 'TRC20' }).address).toBe(address);
  expect(kept({ address: '0x52908400098527886E0F7030069857D2E4169EE7', network: 'ERC20' }).address).toBeUndefined();
  for (const typed of ['4111 111', '4111 1111 1111 1111', 'GB29 NWBK 6016 1331 9268 19']) {
    expect(JSON.stringify(kept({ account: typed, bankName: typed, branchName: typed, saveAs: typed }))).not.toMatch(
      /4111|6016/,
    );
  }
});

test('while only saved payees are allowed, a saved one past its waiting period must be chosen', () => {
  const payee = { to: 'address', network: 'BEP20', address } as const;
  const saved = (usableAt: string) => ({ id: usableAt, name: 'My site', payee, usableAt });
  const limited = (payees: ReturnType<typeof saved>[], typed: Partial<WithdrawalFields> = good) =>
    problemsOf(
      { ...emptyFields, ...typed },
      { ...form, savedOnly: { on: true, endsAt: null }, payees },
      Date.parse('2026-11-19T12:00:00Z'),
    );
  expect(limited([])).toEqual({ to: 'noneUsable' });
  expect(limited([], {})).toEqual({ to: 'noneUsable', amount: 'enterAmount' });
  expect(limited([saved('2026-11-19T12:00:01Z')])).toEqual({ to: 'noneUsable' });
  const other = {
    ...saved('2026-11-19T12:00:00Z'),
    payee: { ...payee, address: makeAddress('BEP20', new TextEncoder().encode('other payee')) },
  };
  expect(limited([saved('2026-11-19T12:00:01Z'), other])).toEqual({ to: 'payeeWaits' });
  expect(limited([saved('2026-11-19T12:00:01Z'), saved('2026-11-19T12:00:00Z')])).toEqual({});
  expect(limited([saved('2026-11-19T12:00:00Z')], bank)).toEqual({ to: 'choosePayee' });
});

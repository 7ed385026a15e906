import { compareDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { isName } from '@glasshouse/protocol/identity/name';
import { parseRate, parseUnits } from '@glasshouse/protocol/money';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { unitsOf } from '@glasshouse/protocol/site/bounds';
import type { Payee } from '@glasshouse/protocol/withdrawals/calls';
import { holdsReal, isReal, judgeAccount, judgeAddress, payeeText } from '@glasshouse/protocol/withdrawals/judge';
import { countedAs, feeOf, worth } from '@glasshouse/protocol/withdrawals/terms';
import type { Form, Limits } from './withdrawals.ts';

export type WithdrawalFields = {
  to: Payee['to'];
  network: Network | '';
  address: string;
  bankName: string;
  branchName: string;
  branchNumber: string;
  account: string;
  holder: string;
  amount: string;
  save: boolean;
  saveAs: string;
};
export const emptyFields: WithdrawalFields = {
  ...{
    to: 'address',
    network: '',
    address: '',
    bankName: '',
    branchName: '',
    branchNumber: '',
    account: '',
    holder: '',
  },
  ...{ amount: '', save: false, saveAs: '' },
};

export const currencyOf = ({ to }: Pick<WithdrawalFields, 'to'>) =>
  to === 'bank' ? ('CNY' as const) : ('USDT' as const);

/** The problem of a field, as the last part of its word key. */
export type Problem =
  | 'enterAddress'
  | 'selectNetwork'
  | 'enterBankName'
  | 'enterBranchName'
  | 'enterBranchNumber'
  | 'enterAccount'
  | 'enterHolder'
  | 'enterAmount'
  | 'enterPayeeName'
  | 'choosePayee'
  | 'payeeWaits'
  | 'noneUsable'
  | 'real'
  | 'addressReal'
  | 'addressUnknown'
  | 'addressNetwork'
  | 'accountReal'
  | 'accountUnknown'
  | 'tooSmall'
  | 'tooLarge'
  | 'dayLimit'
  | 'notEnough';
export type Problems = { [F in keyof WithdrawalFields]?: Problem };

const named = (text: string, missing: Problem): Problem | undefined =>
  holdsReal(text) ? 'real' : isName(text.trim()) ? undefined : missing;
const addressProblems = {
  address_real: 'addressReal',
  address_unknown: 'addressUnknown',
  address_network: 'addressNetwork',
} as const;

function addressProblem({ address, network }: WithdrawalFields): Problem | undefined {
  if (address.trim() === '') return 'enterAddress';
  const judged = judgeAddress(address, network);
  if (!('problem' in judged)) return undefined;
  // No network chosen yet, so there is no mismatch.
  return judged.problem === 'address_network' && network === '' ? undefined : addressProblems[judged.problem];
}
function accountProblem({ account }: WithdrawalFields): Problem | undefined {
  if (account.trim() === '') return 'enterAccount';
  const judged = judgeAccount(account);
  if (!('problem' in judged)) return undefined;
  return judged.problem === 'account_real' ? 'accountReal' : 'accountUnknown';
}
function amountProblem(amount: string, { least, most, left, balance }: Limits): Problem | undefined {
  if (amount === '' || compareDecimal(amount, '0') <= 0) return 'enterAmount';
  if (compareDecimal(amount, least) < 0) return 'tooSmall';
  if (compareDecimal(amount, balance) > 0) return 'notEnough';
  if (compareDecimal(amount, most) > 0) return 'tooLarge';
  return compareDecimal(amount, left) > 0 ? 'dayLimit' : undefined;
}

export function payeeProblems(typed: WithdrawalFields): Problems {
  const found: Record<string, Problem | undefined> =
    typed.to === 'address'
      ? { network: typed.network === '' ? 'selectNetwork' : undefined, address: addressProblem(typed) }
      : {
          bankName: named(typed.bankName, 'enterBankName'),
          branchName: named(typed.branchName, 'enterBranchName'),
          branchNumber: isReal(typed.branchNumber)
            ? 'real'
            : /^[A-Za-z0-9-]{1,12}$/.test(typed.branchNumber.trim())
              ? undefined
              : 'enterBranchNumber',
          account: accountProblem(typed),
          holder: named(typed.holder, 'enterHolder'),
        };
  if (typed.save) found.saveAs = named(typed.saveAs, 'enterPayeeName');
  return onlyFound(found);
}
const onlyFound = (found: Record<string, Problem | undefined>) =>
  Object.fromEntries(Object.entries(found).filter(([, problem]) => problem)) as Problems;

/** The saved payee that matches the typed or chosen one. */
export function savedIn({ payees }: Pick<Form, 'payees'>, typed: WithdrawalFields) {
  const text = payeeText(payeeOf(typed));
  const same = payees.filter(({ payee }) => payeeText(payee) === text);
  return same.toSorted((a, b) => a.usableAt.localeCompare(b.usableAt))[0];
}

export const isUsable = ({ usableAt }: Form['payees'][number], now: number): boolean => Date.parse(usableAt) <= now;

function choiceProblem(typed: WithdrawalFields, { payees }: Pick<Form, 'payees'>, now: number): Problem | undefined {
  if (!payees.some((each) => isUsable(each, now))) return 'noneUsable';
  const saved = savedIn({ payees }, typed);
  if (!saved) return 'choosePayee';
  return isUsable(saved, now) ? undefined : 'payeeWaits';
}

/** All current problems. While only saved payees are allowed, the payee is chosen and not typed. */
export function problemsOf(
  typed: WithdrawalFields,
  form: Pick<Form, 'limits' | 'savedOnly' | 'payees'>,
  now: number,
): Problems {
  const amount = amountProblem(typed.amount, form.limits[currencyOf(typed)]);
  if (!form.savedOnly.on) return onlyFound({ ...payeeProblems(typed), amount });
  return onlyFound({ to: choiceProblem(typed, form, now), amount });
}
/** Problems shown while the user types, so that no real address or account is typed further. */
export const isShownAtOnce = (problem: Problem | undefined): boolean =>
  problem === 'real' || problem === 'addressReal' || problem === 'accountReal';

const fewDigits = (text: string) => (text.match(/\p{Nd}/gu)?.length ?? 0) <= 6;
/** The fields that may be stored as a draft: practice addresses and accounts, no holder's name, and nothing that could become a real number. */
export function keepable(typed: WithdrawalFields): Partial<WithdrawalFields> {
  const { to, network, amount, save, address, account } = typed;
  const judged = judgeAddress(address, network);
  const names = (['bankName', 'branchName', 'branchNumber', 'saveAs'] as const)
    .filter((field) => fewDigits(typed[field]) && !holdsReal(typed[field]))
    .map((field) => [field, typed[field]]);
  return {
    ...{ to, network, amount, save },
    ...(('address' in judged || judged.problem === 'address_network') && { address }),
    ...('account' in judgeAccount(account) && { account }),
    ...Object.fromEntries(names),
  };
}

/** The payee of a form without problems. */
export function payeeOf(typed: WithdrawalFields): Payee {
  if (typed.to === 'address') {
    const judged = judgeAddress(typed.address, typed.network);
    return { to: 'address', network: typed.network as Network, address: 'address' in judged ? judged.address : '' };
  }
  const [bankName, branchName, branchNumber, holder] = (
    ['bankName', 'branchName', 'branchNumber', 'holder'] as const
  ).map((field) => typed[field].trim()) as [string, string, string, string];
  const judged = judgeAccount(typed.account);
  return { to: 'bank', bankName, branchName, branchNumber, account: 'account' in judged ? judged.account : '', holder };
}

/** The fee and the received amount by the shown fee and rate; undefined if the amount is not valid. */
export function sumOf(typed: Pick<WithdrawalFields, 'to' | 'amount'>, { fee, cnyRate }: Pick<Form, 'fee' | 'cnyRate'>) {
  const currency = currencyOf(typed);
  const amount = typed.amount === '' ? 0n : parseUnits(tidyDecimal(typed.amount), currency);
  const [bps, rate] = [unitsOf('fee', fee), parseRate(cnyRate)];
  if (amount === undefined || bps === undefined || !rate) return undefined;
  const costs = feeOf(amount, bps);
  return { currency, amount, fee: costs, arrives: amount - costs, about: worth(amount - costs, currency, rate) };
}

/** Whether two people must approve it, so that it is never approved automatically. */
export function isLarge(
  typed: Pick<WithdrawalFields, 'to' | 'amount'>,
  form: Pick<Form, 'fee' | 'cnyRate' | 'twoPeopleAbove'>,
) {
  const sum = sumOf(typed, form);
  const rate = parseRate(form.cnyRate);
  return !!sum && !!rate && countedAs(sum.amount, sum.currency, rate) > parseUnits(form.twoPeopleAbove, 'USDT')!;
}

import { formatUnits } from '@glasshouse/protocol/money';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { allAccountsOf, balancesOf, type Line, linesOf } from '../ledger/ledger.ts';
import { shown } from './statement.ts';

/** The balances of the wallets, and every posting behind them. */
export const personal: Personal = async function* (tx, { number }) {
  const balances = await balancesOf(tx, number);
  yield {
    name: 'balances.json',
    json: balances.map(({ name, currency, amount }) => ({
      wallet: name,
      currency,
      amount: formatUnits(amount, currency),
    })),
  };
  const accounts = allAccountsOf(number);
  yield {
    name: 'statement.csv',
    rows: inPages<Line>(
      ['at', 'kind', 'wallet', 'currency', 'amount', 'other_side', 'id'],
      (last, limit) => linesOf(tx, { accounts, before: last?.id }, limit),
      (line) => {
        const { at, kind, wallet, currency, amount, other, ref } = shown(number, line);
        return [at, kind, wallet, currency, amount, other, ref];
      },
    ),
  };
};

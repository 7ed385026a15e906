import { formatUnits } from '@glasshouse/protocol/money';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { currencyNamed } from '../ledger/ledger.ts';
import { newestOf, type Row } from './sql.ts';

/** Every movement of money, as far as it has come. What it went through is on its own page. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'movements.csv',
    rows: inPages<Row>(
      ['at', 'flow', 'state', 'currency', 'amount', 'fee', 'label', 'changed_at', 'reason', 'id'],
      (last, most) => newestOf(tx, number, last?.serial, most),
      (row) => {
        const money = (units: bigint) => formatUnits(units, currencyNamed(row.currency));
        const { at, flow, state, currency, amount, fee, label, changed_at, reason, id } = row;
        return [
          ...[at.toISOString(), flow, state, currencyNamed(currency), money(amount), money(fee), label],
          ...[changed_at.toISOString(), reason ?? '', id],
        ];
      },
    ),
  };
};

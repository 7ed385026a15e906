import { formatUsdt } from '@glasshouse/protocol/money';
import { inPages, type Personal } from '#platform/http/personal.ts';
import * as table from './sql.ts';

/** Every order of a product. Its income is in the statement. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'products.csv',
    rows: inPages<table.HeldRow>(
      ['id', 'product', 'version', 'kind', 'units', 'amount', 'bought_at', 'ends_at', 'ended_at', 'ending'],
      (last, most) => table.holdingsOf(tx, number, { before: last?.serial }, most),
      ({ id, product, version, kind, units, amount, bought_at, ends_at, ended_at, ending }) => [
        ...[id, String(product), String(version), kind, String(units), formatUsdt(amount), bought_at.toISOString()],
        ...[ends_at.toISOString(), ended_at?.toISOString() ?? '', ending ?? ''],
      ],
    ),
  };
};

import { inPages, type Personal } from '#platform/http/personal.ts';
import { orderShown } from './orders.ts';
import * as table from './orders-sql.ts';

/** Every spot order. Receipts can be fetched and recomputed from the ids. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'spot.csv',
    rows: inPages<table.SpotRow>(
      [
        ...['id', 'at', 'symbol', 'side', 'given', 'spread_basis_points', 'rule'],
        ...['tick_slot', 'tick_price', 'outcome', 'received', 'settled_at'],
      ],
      (last, limit) => table.ordersOf(tx, number, { before: last?.id }, limit),
      (row) => {
        const order = orderShown(row);
        return [
          ...[order.id, order.at, order.symbol, order.side, order.given, String(order.spreadBp), String(order.rule)],
          ...(order.exit ? [String(order.exit.slot), order.exit.price] : ['', '']),
          ...[order.outcome ?? '', order.received ?? '', order.settledAt ?? ''],
        ];
      },
    ),
  };
};

import { inPages, type Personal } from '#platform/http/personal.ts';
import { optionsWallet, orderShown } from './orders.ts';
import * as table from './orders-sql.ts';

/** Every option. Receipts can be fetched and recomputed from the ids. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'options.csv',
    rows: inPages<table.OptionRow>(
      [
        ...['id', 'at', 'symbol', 'side', 'seconds', 'strike', 'size', 'premium', 'spread_basis_points', 'rule'],
        ...['due_slot', 'exit_slot', 'exit_price', 'outcome', 'payout', 'settled_at'],
      ],
      (last, limit) => table.optionsOf(tx, optionsWallet(number), { before: last?.id }, limit),
      (row) => {
        const order = orderShown(row);
        const end = order.exit ?? order.sale;
        return [
          ...[order.id, order.at, order.symbol, order.side, String(order.seconds), order.strike, order.size],
          ...[order.premium, String(order.spreadBp), String(order.rule), String(order.dueSlot)],
          ...(end ? [String(end.slot), end.price] : ['', '']),
          ...[order.outcome ?? '', order.payout ?? '', order.settledAt ?? ''],
        ];
      },
    ),
  };
};

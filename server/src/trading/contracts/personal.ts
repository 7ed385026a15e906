import { inPages, type Personal } from '#platform/http/personal.ts';
import { contractWallet, orderShown } from './orders.ts';
import * as table from './orders-sql.ts';

/** Every second contract. Receipts can be fetched and recomputed from the ids. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'contracts.csv',
    rows: inPages<table.ContractRow>(
      [
        ...['id', 'at', 'symbol', 'direction', 'seconds', 'stake', 'return_basis_points', 'rule'],
        ...['entry_slot', 'entry_price', 'exit_slot', 'exit_price', 'outcome', 'payout', 'settled_at'],
      ],
      (last, limit) => table.ordersOf(tx, contractWallet(number), { before: last?.id }, limit),
      (row) => {
        const order = orderShown(row);
        const of = (tick: { slot: number; price: string } | null) =>
          tick ? [String(tick.slot), tick.price] : ['', ''];
        return [
          ...[order.id, order.at, order.symbol, order.direction, String(order.seconds), order.stake],
          ...[String(order.returnBp), String(order.rule), ...of(order.entry), ...of(order.exit)],
          ...[order.outcome ?? '', order.payout ?? '', order.settledAt ?? ''],
        ];
      },
    ),
  };
};

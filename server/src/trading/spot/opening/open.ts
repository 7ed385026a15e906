import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/spot/calls';
import { latestPrices } from '#evidence/market/market.ts';
import { fundingOf } from '#money/assets/assets.ts';
import { walletOf } from '#money/ledger/ledger.ts';
import { err, type Result } from '#platform/http/result.ts';
import { moneySettings } from '#site/site/site.ts';
import { isKept, type OpeningStrategy, openerOf, ruleAt } from '../../orders/orders.ts';
import { orderShown } from '../orders.ts';
import type { SpotRow } from '../orders-sql.ts';
import { product } from '../product.ts';
import { judgeBy, type OrderRequest, type RefusalReason, rowOf } from './decide.ts';
import * as table from './open-sql.ts';

type Endpoint = typeof protocol.trade;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };

export const strategy: OpeningStrategy<OrderRequest, SpotRow, protocol.SpotOrder, RefusalReason> = {
  product,
  openFastPath: async (db, at, asked) => {
    const heads = await table.openFastPath(db, at, asked);
    if (heads.length === 0) return undefined;
    const slots = new Map(heads.map((head) => [head.symbol, Number(head.slot)]));
    return { heads, rowOf: (order) => rowOf(order, slots.get(order.symbol)!, at, heads[0]!.rule) };
  },
  look: async (tx, now, asked) => {
    const rule = await ruleAt(tx, now);
    const { spotSpreadBp: spreadBp } = await moneySettings(tx, now);
    const [kept, prices] = [await isKept(tx, rule), await latestPrices(tx)];
    const [balances, taken] = [await table.balancesOf(tx, asked), await table.takenBy(tx, asked)];
    return (at, heads) => judgeBy({ at, rule, kept, spreadBp, heads, prices, balances, taken });
  },
  funding: fundingOf('spot'),
  write: (tx, at, rows) => table.openOrders(tx, at, rows),
  show: orderShown,
  showAgain: async (_, rows) => rows.map(orderShown),
};

export function createOpener(opening: Parameters<typeof openerOf>[0]): Opener {
  const { open, waiting } = openerOf(opening, strategy);
  return {
    waiting,
    open: async (owner, { id, symbol, side, given, spreadBp, rule, fromFund }) => {
      const coin = coinBySymbol(symbol)!;
      const currency = side === 'buy' ? 'USDT' : coin.symbol;
      const stake = parseUnits(given, currency);
      if (stake === undefined || stake === 0n) return err('stake_out_of_range');
      const account = walletOf(owner, 'spot', currency);
      return open(owner, {
        account,
        fromFund: fromFund && side === 'buy',
        id,
        symbol: coin.id,
        side,
        stake,
        spreadBp,
        rule,
      });
    },
  };
}

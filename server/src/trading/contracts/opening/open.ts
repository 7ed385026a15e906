import type * as protocol from '@glasshouse/protocol/contracts/calls';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { fundingOf } from '#money/assets/assets.ts';
import { err, type Result } from '#platform/http/result.ts';
import { isKept, type OpeningStrategy, openerOf } from '../../orders/orders.ts';
import { contractWallet, orderShown, withEntries } from '../orders.ts';
import { type ContractRow, termsAt } from '../orders-sql.ts';
import { product } from '../product.ts';
import { judgeBy, type OrderRequest, type RefusalReason, rowOf } from './decide.ts';
import * as table from './open-sql.ts';

type Endpoint = typeof protocol.openContract;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };

/**
 * No terms allow a higher stake (see `contract_terms`), and a full batch of such stakes is far below the maximum of a
 * bigint.
 */
const stakeCeiling = 1_000_000_000_000n;

export const strategy: OpeningStrategy<OrderRequest, ContractRow, protocol.Order, RefusalReason> = {
  product,
  openFastPath: async (db, at, asked) => {
    const heads = await table.openFastPath(db, at, asked);
    if (heads.length === 0) return undefined;
    const slots = new Map(heads.map((head) => [head.symbol, Number(head.slot)]));
    return { heads, rowOf: (order) => rowOf(order, slots.get(order.symbol)!, at, heads[0]!.rule) };
  },
  look: async (tx, now, _, wanted) => {
    const terms = await termsAt(tx, now);
    const kept = await isKept(tx, terms.rule);
    const exposed = await table.exposedOf(tx, terms.max_open, wanted);
    return (at, heads) => judgeBy({ at, terms, kept, heads, exposed });
  },
  funding: fundingOf('contract'),
  write: (tx, at, rows) => table.openOrders(tx, at, rows),
  show: orderShown,
  showAgain: withEntries,
};

export function createOpener(opening: Parameters<typeof openerOf>[0]): Opener {
  const { open, waiting } = openerOf(opening, strategy);
  return {
    waiting,
    open: async (owner, { symbol, ...order }) => {
      if (order.stake > stakeCeiling) return err('stake_out_of_range');
      return open(owner, { ...order, account: contractWallet(owner), symbol: coinBySymbol(symbol)!.id });
    },
  };
}

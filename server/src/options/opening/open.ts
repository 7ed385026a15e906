import { parseDecimal } from '@glasshouse/protocol/decimal';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotAt } from '@glasshouse/protocol/market/tape';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { heldSlots } from '@glasshouse/protocol/options/terms';
import { headMayDiffer, isKept, openerOf, ruleAt, type Ways } from '../../orders/orders.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, step } from '../../platform/db.ts';
import { err, type Result } from '../../platform/result.ts';
import type { Signer } from '../../platform/signer.ts';
import { moneySettings } from '../../site/site.ts';
import { optionsWallet, orderShown } from '../orders.ts';
import { type OptionRow, optionById } from '../orders-sql.ts';
import { product } from '../product.ts';
import { priceOf } from '../quotes.ts';
import type { Reckoner } from '../reckoner.ts';
import { type Asked, isSame, judgeBy, type Refused, rowOf } from './decide.ts';
import * as table from './open-sql.ts';

type Endpoint = typeof protocol.buyOption;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };
type Opening = { db: Db; clock: Clock; signer: Signer; reckoner: Reckoner };

const ways: Ways<Asked, OptionRow, protocol.OptionOrder, Refused> = {
  product,
  openPlain: async (db, at, asked) => {
    const heads = await table.openOptions(db, at, asked);
    if (heads.length === 0) return undefined;
    const slots = new Map(heads.map((head) => [head.symbol, Number(head.slot)]));
    return { heads, rowOf: (order) => rowOf(order, slots.get(order.symbol)!, at, heads[0]!.rule) };
  },
  look: async (tx, now, asked, wanted) => {
    const rule = await ruleAt(tx, now);
    const kept = await isKept(tx, rule);
    const { optionSpreadBp: spreadBp, optionExposure } = await moneySettings(tx, now);
    const room = await table.roomOf(tx, wanted);
    const open = await table.holdExposures(tx, [...new Set(asked.map(({ symbol }) => symbol))]);
    const coinRoom = new Map(Array.from(open, ([symbol, amount]) => [BigInt(symbol), optionExposure - amount]));
    return (at, heads) => judgeBy({ at, rule, kept, spreadBp, heads, room, coinRoom });
  },
  write: async (tx, at, rows) => {
    const heads = await table.openOptions(tx, at, rows.map(askedAgain));
    if (heads.length === 0) throw new Error('options that were judged right could not be opened');
  },
  show: orderShown,
  showAgain: async (_, rows) => rows.map(orderShown),
};

/** What the row of a judged order was asked as. */
const askedAgain = (row: OptionRow): Asked => ({
  ...{ account: row.account, id: row.id, stake: row.stake, seconds: row.seconds, spreadBp: row.spread_bp },
  ...{ symbol: row.symbol, side: row.call ? ('call' as const) : ('put' as const), strike: row.strike, size: row.size },
  quote: { slot: Number(row.quote_slot), price: row.quote_price, volatility: row.volatility, model: row.model },
});

/** Opens options at prices that were quoted: each is reckoned again from the tape, so that it does not matter who quoted it. */
export function createOpener({ reckoner, ...opening }: Opening): Opener {
  const { open, waiting } = openerOf(opening, ways);
  const { db, clock } = opening;
  /** An order that is there already, whose quote has long run out. */
  const repeated = async (order: Parameters<typeof isSame>[1]): Promise<Asked | undefined> => {
    const row = await step(db, (tx) => optionById(tx, order.account, order.id));
    return row && isSame(row, order) ? askedAgain(row) : undefined;
  };
  return {
    waiting,
    open: async (owner, { id, symbol, side, seconds, strike: text, size, premium, slot }) => {
      const coin = coinBySymbol(symbol)!;
      const strike = parseDecimal(text, coin.decimals);
      if (!strike) return err('terms_changed');
      const order = { account: optionsWallet(owner), id, symbol: coin.id, side, seconds, strike, size, stake: premium };
      const now = clock();
      const age = slotAt(now.getTime()) - slot;
      const isNear = age <= heldSlots + headMayDiffer / 500 && age >= -headMayDiffer / 500;
      const ground = isNear ? await reckoner.at(db, coin.id, slot, now) : undefined;
      const priced = ground && priceOf(coin.id, ground, order);
      if (!ground || !priced?.ok || priced.value.premium !== premium) {
        const before = await repeated({ ...order, quote: { slot } });
        if (before) return open(owner, before);
        return priced && !priced.ok ? priced : err('quote_expired');
      }
      return open(owner, { ...order, spreadBp: ground.spreadBp, quote: priced.value.by });
    },
  };
}

import { parseDecimal } from '@glasshouse/protocol/decimal';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { isFlash, newestTerms } from '@glasshouse/protocol/options/terms';
import { fundingOf } from '#money/assets/assets.ts';
import { type Db, step } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Signer } from '#platform/security/signer.ts';
import { moneySettings } from '#site/site/site.ts';
import { isKept, type OpeningStrategy, openerOf, ruleAt, StaleContext } from '../../orders/orders.ts';
import { optionsWallet, orderShown } from '../orders.ts';
import { type OptionRow, optionById } from '../orders-sql.ts';
import type { Pricer } from '../pricer.ts';
import { product } from '../product.ts';
import { mayBeHeld, priceOf, worthBy } from '../quotes.ts';
import { isSame, judgeBy, type OrderRequest, type RefusalReason, rowOf } from './decide.ts';
import * as table from './open-sql.ts';

type Endpoint = typeof protocol.buyOption;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };
/** An option as it is requested. Flash options name no strike. */
type UnpricedRequest = Omit<OrderRequest, 'strike' | 'spreadBp' | 'quote'> & { strike: bigint | undefined };
type Opening = { db: Db; clock: Clock; signer: Signer; pricer: Pricer };

const strategy: OpeningStrategy<OrderRequest, OptionRow, protocol.OptionOrder, RefusalReason> = {
  product,
  openFastPath: async (db, at, asked) => {
    const heads = await table.openOptions(db, at, asked);
    if (heads.length === 0) return undefined;
    const ticks = new Map(heads.map(({ symbol, slot, price }) => [symbol, { slot: Number(slot), price }]));
    return { heads, rowOf: (order) => rowOf(order, ticks.get(order.symbol)!, at, heads[0]!.rule) };
  },
  look: async (tx, now, asked, wanted) => {
    const rule = await ruleAt(tx, now);
    const kept = await isKept(tx, rule);
    const { optionSpreadBp: spreadBp, optionExposure } = await moneySettings(tx, now);
    const { room, places } = await table.roomOf(tx, wanted);
    const open = await table.lockExposures(tx, [...new Set(asked.map(({ symbol }) => symbol))]);
    const coinRoom = new Map(Array.from(open, ([symbol, amount]) => [BigInt(symbol), optionExposure - amount]));
    return (at, heads, prices) => judgeBy({ at, rule, kept, spreadBp, heads, prices, room, places, coinRoom });
  },
  funding: fundingOf('options'),
  write: async (tx, at, rows) => {
    const judgedBy = rows.map(({ head_slot }) => head_slot);
    const heads = await table.openOptions(tx, at, rows.map(askedAgain), judgedBy);
    if (heads[0]?.rule !== rows[0]?.rule)
      throw new StaleContext('options that passed their checks could not be opened');
  },
  show: orderShown,
  showAgain: async (_, rows) => rows.map(orderShown),
};

/** The request that a checked row was made from. */
const askedAgain = (row: OptionRow): OrderRequest => ({
  ...{ account: row.account, id: row.id, stake: row.stake, seconds: row.seconds, spreadBp: row.spread_bp },
  ...{ symbol: row.symbol, side: row.call ? ('call' as const) : ('put' as const), strike: row.strike, size: row.size },
  quote: { slot: Number(row.quote_slot), price: row.quote_price, volatility: row.volatility, model: row.model },
});

/**
 * Opens options at quoted prices. Each price is computed again from the tape, so it doesn't matter which server quoted
 * it.
 */
export function createOpener({ pricer, ...opening }: Opening): Opener {
  const { open, waiting } = openerOf(opening, strategy);
  const { db, clock } = opening;
  /** The answer for an order that exists already and whose quote has expired. */
  const openedBefore = async (owner: bigint, order: Parameters<typeof isSame>[1]) => {
    const row = await step(db, (tx) => optionById(tx, order.account, order.id));
    return row && isSame(row, order) ? open(owner, askedAgain(row)) : undefined;
  };
  /**
   * An order as its quote says, if the quote is still valid and the price covers the current value. While prices are
   * paused, nothing is opened.
   */
  const agreedBy = async (order: UnpricedRequest, slot: number) => {
    const now = clock();
    const ground = mayBeHeld(slot, now) ? await pricer.at(db, order.symbol, slot, now) : undefined;
    if (!ground) return err('quote_expired');
    const wish = { ...order, strike: order.strike ?? ground.price };
    const priced = priceOf(order.symbol, ground, wish);
    if (!priced.ok) return priced;
    const { premium, dueSlot, by } = priced.value;
    if (premium !== order.stake) return err('quote_expired');
    const newest = await pricer.newest(db, order.symbol, now);
    if (!newest) return err('tape_stale');
    const worth = worthBy(newest, wish, dueSlot);
    if (worth === undefined || worth > premium) return err('quote_expired');
    // The model of a quote follows from its rule, so it is bought under that rule or not at all.
    return ok({ ...wish, rule: order.rule ?? ground.rule, spreadBp: ground.spreadBp, quote: by });
  };
  return {
    waiting,
    open: async (owner, { id, symbol, side, seconds, strike: text, size, premium, slot, rule, terms, fromFund }) => {
      const coin = coinBySymbol(symbol)!;
      if (terms < newestTerms) return err('terms_changed');
      // A flash option gets its strike from the tick that accepts it; the request can't name one.
      if (isFlash(seconds) !== (text === undefined)) return err('terms_changed');
      const strike = text === undefined ? undefined : parseDecimal(text, coin.decimals);
      if (!isFlash(seconds) && !strike) return err('terms_changed');
      const account = optionsWallet(owner);
      const order = { account, fromFund, id, symbol: coin.id, side, seconds, strike, size, stake: premium, rule };
      const agreed = await agreedBy(order, slot);
      if (agreed.ok) return open(owner, agreed.value);
      return (await openedBefore(owner, { ...order, quote: { slot } })) ?? agreed;
    },
  };
}

import { coinBySymbol, formatPrice } from '../market/coins.ts';
import { dayOf } from '../market/tape.ts';
import { formatUsdt, parseUnits } from '../money.ts';
import { decidedAt } from '../orders/one-tick.ts';
import { isAmount, isPrice, orderBaseForm, price, slot, usdtPosting } from '../orders/order-form.ts';
import { type Check, failed, type Product, same, shownAs, spell, type Unsigned } from '../orders/product.ts';
import { type Price, waitsForAll } from '../orders/tape-rule.ts';
import { amount, fields, oneOf, optional, orNull, type Shape, text, whole } from '../shape.ts';
import type { OptionOrder } from './calls.ts';
import { allowedVolatility, correctModel, isModelUnder } from './model.ts';
import { isModel, type PriceInputs, premiumOf } from './quote.ts';
import { type OptionResult, settleOption, soldFor } from './settle.ts';
import { type OptionTerms, optionBytes, optionTerms } from './slip.ts';
import { isOffered, strikesAround } from './strikes.ts';
import {
  asQuoted,
  clockLives,
  dueSlotOf,
  flashLives,
  heldSlots,
  isFlash,
  isHeld,
  isSaleLogged,
  lastSaleSlot,
  lifeSlots,
  saleLoggedWithin,
  strikeOf,
} from './terms.ts';

// Recomputes receipts of options. The first run of ticks goes from the quote's tick to the head, the last contains the
// end.

type Bought = Unsigned<OptionOrder>;
const priceInputs = fields({ slot, price, volatility: whole(1, 100_000_000), model: whole(1, 255) });
const form = fields({
  ...orderBaseForm,
  terms: optional(oneOf(2, 3)),
  side: oneOf('call', 'put'),
  seconds: oneOf(...flashLives, ...clockLives),
  strike: price,
  size: text(/^[\d.]{1,20}$/),
  premium: amount,
  spreadBp: whole(0, 2000),
  quote: priceInputs,
  sale: orNull(priceInputs),
  outcome: oneOf('win', 'lose', 'draw', 'void', 'sold'),
  payout: amount,
});
/** Checks that size and prices are in canonical form. */
function misspelt({ symbol, size, strike, quote, sale }: OptionOrder): string | undefined {
  const coin = coinBySymbol(symbol)!;
  if (!isAmount(size, coin.symbol) || parseUnits(size, coin.symbol) === 0n) return 'size';
  if (!isPrice(strike, coin)) return 'strike';
  if (!isPrice(quote.price, coin)) return 'quote.price';
  return sale && !isPrice(sale.price, coin) ? 'sale.price' : undefined;
}
const orderForm: Shape = (value) => form(value) ?? misspelt(value as OptionOrder);

const tickAt = (run: Bought['runs'][number], at: number): Price | undefined => {
  const tick = run.ticks.find((each) => each.slot === at);
  return tick && { slot: at, price: BigInt(tick.price) };
};

/** Checks the premium against the model and the quoted tick, which must still be valid at the head named in the slip. */
function checkQuote({ order, headHash, runs }: Bought, terms: OptionTerms): Check {
  const { symbol, quote, headSlot, dueSlot, seconds } = order;
  const wrong = (...[field, given, wanted, at]: [Field, string, string, number?]) =>
    failed('quote', { field, ...(at !== undefined && { slot: at }), given, wanted });
  const head = runs[0]!.ticks.find((tick) => tick.slot === headSlot);
  if (head?.hash !== headHash) return wrong('head', headHash, head?.hash ?? '', headSlot);
  const tick = tickAt(runs[0]!, quote.slot);
  if (!tick || spell(quote) !== spell(shownAs(symbol, tick)))
    return wrong('quote', spell(quote), tick ? spell(shownAs(symbol, tick)) : '');
  if (!isHeld(quote.slot, headSlot)) return wrong('held', String(headSlot - quote.slot), String(heldSlots));
  if (!isModelUnder(quote.model, terms.rule)) return wrong('model', String(quote.model), '');
  const due = dueSlotOf(seconds, quote.slot, headSlot);
  if (dueSlot !== due) return wrong('due', String(dueSlot), String(due));
  const by: PriceInputs = { ...tick, volatility: quote.volatility, model: quote.model };
  const slots = lifeSlots(seconds, quote.slot);
  const allowed = allowedVolatility(coinBySymbol(symbol)!, by, slots);
  if (by.volatility !== allowed) return wrong('volatility', String(by.volatility), String(allowed));
  const quoted = asQuoted(terms, by.price);
  const struck = strikeOf(terms, by.price, BigInt(head.price));
  if (terms.strike !== struck || !isOffered(quoted.strike, seconds, by)) {
    const board = isFlash(seconds) ? [struck] : strikesAround(by.price, by.volatility, slots);
    const { decimals } = coinBySymbol(symbol)!;
    return wrong('strike', order.strike, board.map((each) => formatPrice(each, decimals)).join(', '));
  }
  return same('quote', 'premium', order.premium, formatUsdt(premiumOf(quoted, by, slots, order.spreadBp)));
}
type Field = NonNullable<Check['differs']>['field'];

/** Applies the rule to the terms and the ticks, or to the owner's sale. Undefined if they do not decide the option. */
export function settledBy(bought: Bought): OptionResult | undefined {
  const { order, headHash, runs, gap } = bought;
  const terms = optionTerms(order, headHash);
  if (!terms) return undefined;
  const last = runs.at(-1)!;
  if (order.sale) {
    const by = soldBy(bought);
    return by && soldFor(terms, by);
  }
  // Under a rule that takes the first tick at or after the due slot, ticks that begin there could omit an earlier one.
  if (!waitsForAll(order.rule) && last.ticks[0]!.slot >= order.dueSlot) return undefined;
  const ticks = last.ticks
    .filter((tick) => tick.slot >= order.dueSlot)
    .map((tick) => ({ slot: tick.slot, price: BigInt(tick.price) }));
  // Slots that were given up were never written.
  if (gap && last.ticks.some((tick) => tick.slot >= gap.first && tick.slot <= gap.last)) return undefined;
  return settleOption(terms, ticks, last.checkpoint.slot, gap && [gap]);
}

/**
 * The tick of the sale, priced with the model of the purchase. It must be between the head and the last slot in which
 * the option could be sold.
 */
function soldBy({ order, runs }: Bought): PriceInputs | undefined {
  const { sale, quote, terms, headSlot, dueSlot, seconds } = order;
  const tick = sale && tickAt(runs.at(-1)!, sale.slot);
  if (!sale || !tick || sale.slot < headSlot || sale.slot > lastSaleSlot({ terms, dueSlot })) return undefined;
  // If the end does not follow from the life, the remaining life cannot be computed.
  if (!isHeld(quote.slot, headSlot) || dueSlot !== dueSlotOf(seconds, quote.slot, headSlot)) return undefined;
  if (!isModel(sale.model) || sale.model !== quote.model) return undefined;
  return { ...tick, volatility: sale.volatility, model: sale.model };
}

function checkSale(bought: Bought): Check {
  const { symbol, dueSlot, sale, quote, exit } = bought.order;
  if (exit) return failed('sale', { field: 'exit', given: spell(exit), wanted: spell(null) });
  if (sale!.model !== quote.model)
    return failed('sale', { field: 'model', given: String(sale!.model), wanted: String(quote.model) });
  const by = soldBy(bought);
  const allowed = by && allowedVolatility(coinBySymbol(symbol)!, by, dueSlot - by.slot);
  if (by && by.volatility !== allowed)
    return failed('sale', { field: 'volatility', given: String(by.volatility), wanted: String(allowed) });
  return same('sale', 'sale', spell(sale), by && spell(shownAs(symbol, by)));
}

/** The premium at acceptance, and any payout at the end. */
function postingsOf({ at, settledAt, premium }: OptionOrder, { payout }: OptionResult) {
  const postings = [{ at, kind: 'option_premium', amount: formatUsdt(-parseUnits(premium, 'USDT')!) }];
  if (payout > 0n) postings.push({ at: String(settledAt), kind: 'option_payout', amount: formatUsdt(payout) });
  return postings;
}

export const options: Product<OptionOrder> = {
  order: orderForm,
  posting: usdtPosting,
  runs: 2,
  runsUnlogged: 2,
  slipBytes: (order, headHash) => {
    const terms = optionTerms(order, headHash);
    return terms && optionBytes(terms);
  },
  isGivenUp: ({ rule, outcome }) => outcome === 'void' && waitsForAll(rule),
  isOwnersEnd: ({ sale }) => sale !== null,
  loggedAs: ({ terms = 1 }) => (isSaleLogged(terms) ? 'optionWithLoggedSale' : 'option'),
  endEntry: ({ terms, sale, payout }, slip) =>
    sale && isSaleLogged(terms ?? 1)
      ? { kind: 'sale', slip, slot: sale.slot, volatility: sale.volatility, amount: parseUnits(payout!, 'USDT')! }
      : undefined,
  endLoggedWithin: saleLoggedWithin,
  lingers: 0,
  shortestLife: lifeSlots(Math.min(...flashLives), 0),
  dueSlot: ({ dueSlot }) => dueSlot,
  faultByGenerator: ({ quote: { slot, model }, rule }, generators) => {
    const day = dayOf(slot);
    const wanted = generators.has(day) ? correctModel(model, rule, generators.get(day)) : undefined;
    return wanted === undefined
      ? undefined
      : failed('quote', { field: 'model', given: String(model), wanted: String(wanted) });
  },
  recompute: (bought) => {
    const { order, gap } = bought;
    const terms = optionTerms(order, bought.headHash)!;
    const settled = settledBy(bought);
    const found = settled && {
      decidedAt: order.sale?.slot ?? decidedAt(order, settled, gap),
      postings: postingsOf(order, settled),
    };
    const checks = [
      checkQuote(bought, terms),
      order.sale
        ? checkSale(bought)
        : same('exit', 'exit', spell(order.exit), settled && spell(shownAs(order.symbol, settled.exit))),
      same('result', 'outcome', order.outcome ?? '', settled?.outcome),
      same('payout', 'payout', order.payout ?? '', settled && formatUsdt(settled.payout)),
    ];
    return { checks, found };
  },
};

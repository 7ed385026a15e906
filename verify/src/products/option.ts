import { dayOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { correctModel } from '@glasshouse/protocol/options/model';
import { isSaleLogged } from '@glasshouse/protocol/options/terms';
import { lateAfter, waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import { volatilityLines } from '../volatility.ts';
import type { VerifiedProduct } from './product.ts';
import { readOrder, recomputeAsReceipt, runAround, saySpread, spreadOffered } from './receipt-lines.ts';

const maxHeld = 100; // slots: far more than any quote is valid, so that no line can require reading the entire tape
const meanings = { result: 'the result does not follow from the price at its end, its strike and its premium' };
const usdt = (text: string | null) => (text === null ? 0n : parseUnits(text, 'USDT')!);

export const option: VerifiedProduct<OptionOrder, OptionOrder> = {
  plural: 'options',
  outcomes: ['win', 'lose', 'draw', 'void', 'sold'],
  loggedAs: ['option', 'optionWithLoggedSale'],
  meanings,
  sayOrder: ({ symbol, side, strike, seconds, size, premium, outcome, payout, sale }) => {
    const bought = `${size} ${symbol} ${side} at ${strike}, ${seconds} s, ${premium} USDT`;
    return sale ? `${bought}: sold back for ${payout} USDT` : `${bought}: ${outcome}, pays ${payout} USDT`;
  },
  volatilityLines,
  readLine: (text) => {
    const read = readOrder<OptionOrder>('option', text, {
      ends: ['outcome', 'payout', 'exit', 'sale'],
      asVoid: { outcome: 'void', payout: '0.00' },
    });
    if (!read) return undefined;
    const { symbol, rule, headSlot, dueSlot, outcome, premium, payout } = read.order;
    return {
      ...{ ...read, product: 'option', symbol, rule, headSlot, dueSlot, outcome: outcome ?? 'open' },
      ...{ given: usdt(premium), paid: usdt(payout) },
    };
  },
  recompute: (line, ground, fail) => {
    const { order, symbol, headSlot, dueSlot } = line;
    const around = (first: number, last: number) => runAround(ground.tapes, symbol, first, last, fail);
    const runs = () => {
      const { quote, sale } = order;
      const bought = around(Math.max(quote.slot, headSlot - maxHeld), headSlot + 1);
      return [bought, sale ? around(sale.slot, sale.slot) : around(dueSlot, dueSlot + lateAfter)];
    };
    recomputeAsReceipt(line, { ground, meanings, runs, fail });
  },
  agreedBy: 'spreads',
  offeredTo: (line, entry) => spreadOffered('option', line, entry),
  sayAgreed: saySpread,
  misfitOfEntry: ({ terms = 1 }, loggedAs) =>
    isSaleLogged(terms) === (loggedAs === 'optionWithLoggedSale') ? undefined : `is said to be under terms ${terms}`,
  fitsItsDay: async ({ name, rule, order }, { place, generatorOf }, fail) => {
    // Only the site's own prices have a generator.
    if (!waitsForAll(rule)) return;
    const { slot, model } = order.quote;
    const generator = await generatorOf(dayOf(slot));
    const wanted = correctModel(model, rule, generator);
    if (wanted !== undefined)
      fail(
        `OTHER MODEL than its day asks for: ${name} at place ${place} is priced by model ${model} instead of ${wanted}; the day of slot ${slot} has ${generator === undefined ? 'no generator' : `generator ${generator}`} in the log`,
      );
  },
  ownersSale: ({ terms = 1, sale, payout }) => ({
    isLogged: isSaleLogged(terms),
    sale: sale ? { ...sale, amount: parseUnits(payout ?? '', 'USDT') ?? 0n } : undefined,
  }),
};

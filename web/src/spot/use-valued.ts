import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useQuotesOf } from '../lib/use-quotes.ts';
import { type Holding, holdingAt } from './amounts.ts';
import type { Holdings } from './spot.ts';

/** Holdings at the newest prices: those worth something, the largest first, and small rests apart. A coin without a price is left out. */
export function useValued(held: Holdings['coins'], least: string): { coins: Holding[]; rests: Holding[] } {
  const quotes = useQuotesOf(held.map(({ symbol }) => symbol));
  const valued = held
    .flatMap((each) => {
      const quote = quotes.get(each.symbol);
      return quote ? holdingAt(each, quote.price) : [];
    })
    .toSorted((a, b) => compareDecimal(b.worth, a.worth));
  const isRest = ({ worth }: Holding) => compareDecimal(worth, least) < 0;
  return { coins: valued.filter((each) => !isRest(each)), rests: valued.filter(isRest) };
}

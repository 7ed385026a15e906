import { compareDecimal } from '@glasshouse/protocol/decimal';
import type { Quote } from '@glasshouse/protocol/market/calls';

export const tabs = ['favourites', 'all', 'gainers', 'losers'] as const;
export type Tab = (typeof tabs)[number];
export const sorts = ['name', 'volume', 'price', 'change'] as const;
export type Sort = { by: (typeof sorts)[number]; descending: boolean };
export type Choice = { tab: Tab; sort: Sort; search: string; favourites: readonly string[] };

/** The initial order of each tab. */
export const firstSort = (tab: Tab): Sort =>
  tab === 'gainers' || tab === 'losers'
    ? { by: 'change', descending: tab === 'gainers' }
    : { by: 'volume', descending: true };

/**
 * The effect of tapping a heading: reverses the order if it already sorts, otherwise sorts by it in its most useful
 * direction.
 */
export const tapped = (sort: Sort, by: Sort['by']): Sort =>
  sort.by === by ? { by, descending: !sort.descending } : { by, descending: by !== 'name' };

const compare = {
  name: (a: Quote, b: Quote) => (a.symbol < b.symbol ? -1 : 1),
  volume: (a: Quote, b: Quote) => compareDecimal(a.volume, b.volume),
  price: (a: Quote, b: Quote) => compareDecimal(a.price, b.price),
  change: (a: Quote, b: Quote) => compareDecimal(a.change, b.change),
};

const isIn = ({ symbol, change }: Quote, { tab, favourites }: Choice) =>
  tab === 'favourites'
    ? favourites.includes(symbol)
    : tab === 'gainers'
      ? compareDecimal(change, '0') > 0
      : tab === 'losers'
        ? compareDecimal(change, '0') < 0
        : true;

/** The coins of a tab that match the search, sorted. Equal ones sort by name, so that they keep their place. */
export function inOrder(quotes: readonly Quote[], choice: Choice): string[] {
  const { by, descending } = choice.sort;
  const words = choice.search.trim().toUpperCase().replace('/USDT', '');
  const found = quotes.filter(
    (quote) => isIn(quote, choice) && (quote.symbol.includes(words) || quote.name.toUpperCase().includes(words)),
  );
  const way = descending ? -1 : 1;
  return found.sort((a, b) => way * compare[by](a, b) || compare.name(a, b)).map(({ symbol }) => symbol);
}

import { expect, test } from 'vitest';
import { fromTheNewest, newestOf, type Place } from './newest-orders.ts';

/** Ids of each product, newest first. Answers with the page after a place. */
const stored = { contract: ['90', '70', '60', '20'], option: ['80', '75', '10'], spot: [] as string[] };
const pageAfter = (of: keyof typeof stored, before: string | null | undefined, limit: number) => {
  if (before === null) return undefined;
  const left = stored[of].filter((id) => before === undefined || id < before);
  const orders = left.slice(0, limit).map((id) => ({ id }));
  return { orders, next: left.length > limit ? orders.at(-1)!.id : null } as never;
};

test('the orders of all products are listed once each, newest first, for any page length', () => {
  for (const limit of [1, 2, 3, 5, 50]) {
    const seen: string[] = [];
    let place: Place | null = fromTheNewest;
    for (let turns = 0; place && turns < 20; turns++) {
      const pages = {
        contract: pageAfter('contract', place.contract, limit),
        option: pageAfter('option', place.option, limit),
        spot: pageAfter('spot', place.spot, limit),
      };
      const found = newestOf(pages as never, place, limit);
      seen.push(...found.orders.map((each) => `${each.product} ${each.order.id}`));
      place = found.next;
    }
    expect(seen, `${limit} at a time`).toEqual([
      ...['contract 90', 'option 80', 'option 75', 'contract 70', 'contract 60', 'contract 20', 'option 10'],
    ]);
  }
});

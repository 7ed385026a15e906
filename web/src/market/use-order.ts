import { useState } from 'react';
import { quoteOf } from '../lib/quotes.ts';
import { useWhenIdle } from '../ui/use-when-idle.ts';
import { type Choice, inOrder } from './order.ts';

/**
 * The sorted rows. Price changes alone never move a row under the user's finger; only a new choice, a pull to refresh,
 * or a pause does.
 */
export function useOrder(
  symbols: readonly string[],
  choice: Choice,
): { order: readonly string[]; sortNow: () => void } {
  const sorted = () =>
    inOrder(
      symbols.flatMap((symbol) => quoteOf(symbol) ?? []),
      choice,
    );
  const key = JSON.stringify([choice, symbols]);
  const [shown, setShown] = useState(() => ({ key, order: sorted() }));
  if (shown.key !== key) setShown({ key, order: sorted() });
  const sortNow = () => {
    const order = sorted();
    if (order.join() !== shown.order.join()) setShown({ key, order });
  };
  useWhenIdle(sortNow);
  return { order: shown.order, sortNow };
}

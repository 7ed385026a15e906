import { productNames } from '@glasshouse/protocol/orders/product-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { watchEvents } from '../lib/live.ts';

/** A result that arrives while the page is open is in its figures at once, wherever the order was placed. */
export function useResultNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
    const leave = productNames.map((type) => watchEvents(type, renew, () => {}));
    return () => {
      for (const stop of leave) stop();
    };
  }, [queries]);
}

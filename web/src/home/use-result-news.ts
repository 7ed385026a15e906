import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { watchEvents } from '../lib/live.ts';

const products = ['contract', 'option', 'spot'] as const;

/** A result that arrives while the page is open is in its figures at once, wherever the order was placed. */
export function useResultNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: assetsKey });
    const leave = products.map((type) => watchEvents(type, renew, () => {}));
    return () => {
      for (const stop of leave) stop();
    };
  }, [queries]);
}

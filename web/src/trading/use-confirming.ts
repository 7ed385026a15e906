import { useCallback, useState } from 'react';
import { usePreferences } from '../lib/preferences.ts';

type Shown<O> = { order: O; isOpen: boolean; byKey: boolean };

/**
 * The one rule for contracts, options and spot: an order is shown once more before it is sent, unless the user has turned that off. `close` never
 * changes; the order is kept while its sheet closes.
 */
export function useConfirming<O>() {
  const asks = usePreferences(({ confirmOrders }) => confirmOrders);
  const [shown, setShown] = useState<Shown<O>>();
  const close = useCallback(() => setShown((before) => before && { ...before, isOpen: false }), []);
  const ask = (order: O, byKey = false) => setShown({ order, isOpen: true, byKey });
  /** `mustAsk`: it draws money from Funding, or was pressed by a key, and is shown whatever the user has chosen. */
  const press = (order: O, mustAsk: boolean, send: (order: O) => void, byKey = false) =>
    asks || mustAsk ? ask(order, byKey) : send(order);
  return { order: shown?.order, isOpen: shown?.isOpen ?? false, byKey: shown?.byKey ?? false, ask, close, press };
}
export type Confirming<O> = ReturnType<typeof useConfirming<O>>;

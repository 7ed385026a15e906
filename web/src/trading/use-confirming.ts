import { useCallback, useState } from 'react';
import { usePreferences } from '../lib/preferences.ts';

type Shown<O> = { order: O; isOpen: boolean; byKey: boolean };

/**
 * The same rule for contracts, options and spot: an order is shown for confirmation before it is sent, unless the user
 * has turned that off. `close` never changes; the order stays in place while its sheet closes.
 */
export function useConfirming<O>() {
  const asks = usePreferences(({ confirmOrders }) => confirmOrders);
  const [shown, setShown] = useState<Shown<O>>();
  const close = useCallback(() => setShown((before) => before && { ...before, isOpen: false }), []);
  const ask = (order: O, byKey = false) => setShown({ order, isOpen: true, byKey });
  /** `mustAsk`: the order draws money from Funding or was started by a key, so it is always confirmed. */
  const press = (order: O, mustAsk: boolean, send: (order: O) => void, byKey = false) =>
    asks || mustAsk ? ask(order, byKey) : send(order);
  return { order: shown?.order, isOpen: shown?.isOpen ?? false, byKey: shown?.byKey ?? false, ask, close, press };
}
export type Confirming<O> = ReturnType<typeof useConfirming<O>>;

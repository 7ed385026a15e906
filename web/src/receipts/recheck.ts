import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import { useLogMemory } from '../lib/log-memory.ts';
import { slipOf } from '../trading/slips.ts';
import { hadLog } from './log-words.ts';
import type { Recompute } from './use-check.ts';

/** Recomputes a receipt of the user's own order with everything this device knows. */
export const recheckOwn: Recompute<unknown> = (value, keys, onSeal) =>
  checkReceipt(value, { ...keys, mustBeLogged: mustBeLoggedHere(value), kept: keptFor(value), onSeal });

/**
 * Recomputes anybody's receipt. Ids are unique only within an account, so a stranger's order may have the id of a slip
 * stored here.
 */
export const recheckAny: Recompute<unknown> = (value, keys, onSeal) =>
  checkReceipt(value, { ...keys, mustBeLogged: mustBeLoggedHere(value), onSeal });

/** The slip this device received when the order was accepted. */
function keptFor(value: unknown) {
  const id = (value as { order?: { id?: unknown } } | null | undefined)?.order?.id;
  return typeof id === 'string' ? slipOf<OrderBase>(id) : undefined;
}

/** An order accepted after this device had seen the log must be in it. */
function mustBeLoggedHere(value: unknown): boolean {
  const at = (value as { order?: { at?: unknown } } | null | undefined)?.order?.at;
  return typeof at === 'string' && hadLog(at, useLogMemory.getState().since);
}

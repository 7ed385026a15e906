import type { Check } from '@glasshouse/protocol/orders/product';
import { matches } from '@glasshouse/protocol/orders/receipt';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Refused } from '../lib/call.ts';
import { fromTheNewest, listNewest, type Place, type ProductOrder } from './newest-orders.ts';
import { askReceipt, type Keys, waits } from './receipt.ts';
import { recheckOwn } from './recheck.ts';
import { recompute } from './use-check.ts';

/** The result of recomputing an order on this device, or why that was impossible. */
export type Proof = { of: ProductOrder } & (
  | { state: 'matches' }
  | { state: 'differs'; wrong: Check['name'][] }
  | { state: 'unchecked'; why: unknown }
);

const batchSize = 10; // orders between two renders
const pause = 1000;
const maxTries = 30;

/** Whether waiting helps: the receipt is being sealed and logged, or there were too many requests. */
const isSoon = (error: unknown) =>
  waits(error) || (error instanceof Refused && (error.reason === 'too_many_requests' || error.reason === 'busy'));

async function receiptOf(of: ProductOrder, signal: AbortSignal): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await askReceipt(of.product, of.order.id);
    } catch (error) {
      if (!isSoon(error) || tries === maxTries || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A refusal concerns this order; a lost connection concerns all of them and is thrown. */
async function prove(of: ProductOrder, keys: Keys, signal: AbortSignal): Promise<Proof> {
  let receipt: unknown;
  try {
    receipt = await receiptOf(of, signal);
  } catch (error) {
    if (error instanceof Refused && error.code !== 401) return { of, state: 'unchecked', why: error };
    throw error;
  }
  const check = await recompute(recheckOwn, receipt, keys, { stopped: false }, () => {});
  if (check.state !== 'done') return { of, state: 'unchecked', why: undefined };
  const { checked } = check;
  if (matches(checked)) return { of, state: 'matches' };
  return { of, state: 'differs', wrong: checked.checks.filter(({ ok }) => !ok).map(({ name }) => name) };
}

/** Recomputes the user's ended orders in batches, newest first. Each visit recomputes them again. */
export const useProofs = (keys: Keys | undefined) =>
  useInfiniteQuery({
    enabled: keys !== undefined,
    queryKey: ['receipts', 'proofs', keys],
    queryFn: async ({ pageParam: place, signal }) => {
      const { orders, next } = await listNewest(place, batchSize);
      const proofs: Proof[] = [];
      for (const of of orders) {
        signal.throwIfAborted();
        if (of.order.settledAt !== null) proofs.push(await prove(of, keys!, signal));
      }
      return { proofs, next };
    },
    initialPageParam: fromTheNewest as Place,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });

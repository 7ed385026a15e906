import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { newestVersion, receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import type { readShare } from '@glasshouse/protocol/shares/calls';
import { useQuery } from '@tanstack/react-query';
import { call, Refused } from '../lib/call.ts';
import { productPaths } from '../lib/product-paths.ts';
import { useRules } from '../lib/rules.ts';
import { tapeQuery } from '../lib/tape.ts';
import { receiptProducts } from './products/registry.tsx';

const lookAgain = 1000;
/** Whether the reason will pass in a moment. */
export const waits = (error: unknown) =>
  error instanceof Refused && ['not_ended', 'not_sealed', 'not_logged'].includes(error.reason ?? '');

export const askReceipt = (of: ProductName, id: string): Promise<AnyReceipt> =>
  receiptProducts[of].askReceipt({ id, form: newestVersion });

/** Polled while the order runs, or its last ticks are being sealed and logged. */
const askedUntilThere = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }: { state: { error: unknown } }) => (waits(state.error) ? lookAgain : false),
  meta: { quiet: true },
} as const;

/** The receipt of one of the user's orders. */
export const useReceipt = (of: ProductName, id: string, enabled: boolean) =>
  useQuery({ ...askedUntilThere, enabled, queryKey: ['receipts', of, id], queryFn: () => askReceipt(of, id) });

/** The receipt behind a shared link, and its owner's name if they want it shown. */
export const useSharedReceipt = (token: string) =>
  useQuery({
    ...askedUntilThere,
    queryKey: ['receipts', 'shared', token],
    queryFn: () => call<typeof readShare>('POST', '/index/share/read', { token, form: newestVersion }),
  });

/** The path of the receipt of one of the user's orders. */
export const receiptPath = (of: ProductName, id: string): string => `${productPaths[of].receipts}/${id}`;

export type Keys = { tapeKeys: string[]; slipKeys: string[]; logKeys: string[] };

/** The keys this site has published. A signature by any other key isn't the site's. */
export function useKeys() {
  const tape = useQuery(tapeQuery);
  const rules = useRules();
  const keys: Keys | undefined =
    tape.data && rules.data
      ? {
          tapeKeys: tape.data.keys.map(({ publicKey }) => publicKey),
          slipKeys: rules.data.slipKeys.map(({ publicKey }) => publicKey),
          logKeys: rules.data.logKeys,
        }
      : undefined;
  const refetch = () => void Promise.all([tape.refetch(), rules.refetch()]);
  return { keys, error: keys ? null : (tape.error ?? rules.error), refetch };
}

/** A receipt as a file: readable, and marked as simulated. */
export const fileOf = (receipt: AnyReceipt) => ({
  name: nameOf(receipt),
  text: `${JSON.stringify(receipt, null, 2)}\n`,
});
export const nameOf = ({ order: { symbol, at, id } }: AnyReceipt) =>
  `receipt-${symbol}-${at.slice(0, 10)}-${id.slice(-8)}.json`;

/** A receipt together with a checkpoint of a log that contradicts it. Both are signed, so each is evidence. */
export const bothOf = (receipt: AnyReceipt, shown: string) => ({
  name: `log-conflict-${receipt.order.id.slice(-8)}.json`,
  text: `${JSON.stringify({ kind: 'glasshouse-log-conflict', note: receiptNote, shown, receipt }, null, 2)}\n`,
});

const largest = 8_000_000;

/** Reads a file. The value is `undefined` if the file can't be parsed, which isn't a receipt either. */
export async function readReceipt(file: File): Promise<{ name: string; value: unknown }> {
  const text = file.size > largest ? '' : await file.text();
  try {
    return { name: file.name, value: JSON.parse(text) };
  } catch {
    return { name: file.name, value: undefined };
  }
}

import type { Slip } from '@glasshouse/protocol/orders/shapes';

/**
 * A problem with an acceptance. `terms`: it names other terms than the user chose. `slip`: the signature doesn't match.
 * `head`: it refers to an older tick than this device had already seen, so the price may have been chosen with more
 * knowledge than the user had.
 */
export type Doubt = 'terms' | 'slip' | 'head';

/**
 * Whether an order was accepted on an older tick than this device had seen when it sent the order. The server reads its
 * newest tick after that.
 */
export const isOlder = (headSlot: number, seen: number | undefined): boolean => seen !== undefined && headSlot < seen;

const isHex = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text);

/**
 * Whether one of the site's keys signed the slip; `check` verifies the signature. A browser without Ed25519 can't tell,
 * and says so with every receipt.
 */
export async function isSigned(
  { headHash, slip }: { headHash: string; slip: Slip },
  keys: readonly string[],
  check: () => Promise<boolean> | undefined,
): Promise<boolean> {
  const hashes = [headHash, ...slip.path.map(({ hash }) => hash)];
  if (!keys.includes(slip.publicKey) || !isHex(slip.signature, 128) || hashes.some((hash) => !isHex(hash, 64)))
    return false;
  return (await check()?.catch(() => true)) ?? false;
}

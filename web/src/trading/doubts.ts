import type { Slip } from '@glasshouse/protocol/orders/shapes';

/**
 * What is wrong with an acceptance: it names other terms than were tapped, its slip is not signed for what it names, or its head is older
 * than a tick this device had already seen, so that somebody may have chosen it knowing more than the user.
 */
export type Doubt = 'terms' | 'slip' | 'head';

/** Whether an order was accepted on an older tick than this device had seen when it was sent. The server reads its head after that. */
export const isOlder = (headSlot: number, seen: number | undefined): boolean => seen !== undefined && headSlot < seen;

const isHex = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text);

/**
 * Whether one of the site's keys signed the slip; `check` looks at the signature itself. A browser without Ed25519 cannot tell, and says so
 * with every receipt.
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

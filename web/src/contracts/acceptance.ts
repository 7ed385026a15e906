import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { type Direction, dueSlot } from '@glasshouse/protocol/contracts/settle';
import { type Agreement, checkSlip, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { parseUnits } from '@glasshouse/protocol/money';

export type Wish = { symbol: string; direction: Direction; seconds: number; stake: string; returnBp: number };
/** An order as it was sent: by name, under the rule that was offered, with the newest tick of its coin this device had seen by then. */
export type Tap = Wish & { id: string; rule: number; seen: number | undefined };

/**
 * What is wrong with an acceptance: it names other terms than were tapped, its slip is not signed for what it names, or its head is older
 * than a tick this device had already seen, so that somebody may have chosen it knowing more than the user.
 */
export type Doubt = 'terms' | 'slip' | 'head';

/** Whether an order was accepted on an older tick than this device had seen when it was sent. The server reads its head after that. */
export const isOlder = (headSlot: number, seen: number | undefined): boolean => seen !== undefined && headSlot < seen;

/** Holds what the server answered against what was tapped. Nothing in the answer is taken for granted. */
export async function doubtsAbout(answer: Agreement, tap: Tap, slipKeys: readonly string[]): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  if (!isAsTapped(answer, tap)) doubts.push('terms');
  if (!(await isSigned(answer, slipKeys))) doubts.push('slip');
  if (isOlder(answer.order.headSlot, tap.seen)) doubts.push('head');
  return doubts;
}

const isAsTapped = ({ order }: Agreement, tap: Tap): boolean =>
  order.id === tap.id &&
  order.symbol === tap.symbol &&
  order.direction === tap.direction &&
  order.seconds === tap.seconds &&
  order.returnBp === tap.returnBp &&
  order.rule === tap.rule &&
  parseUnits(order.stake, 'USDT') === parseUnits(tap.stake, 'USDT') &&
  order.dueSlot === dueSlot(order);

const isHex = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text);

/** Whether one of the site's keys signed the slip. A browser without Ed25519 cannot tell, and says so with every receipt. */
async function isSigned({ order, headHash, slip }: Agreement, keys: readonly string[]): Promise<boolean> {
  const hashes = [headHash, ...slip.path.map(({ hash }) => hash)];
  if (!keys.includes(slip.publicKey) || !isHex(slip.signature, 128) || hashes.some((hash) => !isHex(hash, 64)))
    return false;
  const terms = slipTerms({ order, headHash });
  return terms !== undefined && checkSlip(terms, slip).catch(() => true);
}

export const slipKeysOf = ({ slipKeys }: Rules): string[] => slipKeys.map(({ publicKey }) => publicKey);

import type { Order } from '@glasshouse/protocol/contracts/calls';
import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { uuidAt } from '../../lib/uuid.ts';
import type { Wish } from '../acceptance.ts';

/** An order as the server would take it: after the newest tick that this device has seen. No clock decides anything. */
export function practiceOrder({ stake, ...wish }: Wish, headSlot: number, now: number): Order {
  return {
    ...wish,
    id: uuidAt(now),
    at: new Date(now).toISOString(),
    stake: formatUsdt(parseUnits(stake, 'USDT') ?? 0n),
    headSlot,
    dueSlot: dueSlot({ headSlot, seconds: wish.seconds }),
    entry: null,
    exit: null,
    outcome: null,
    payout: null,
    settledAt: null,
  };
}

const soon = 700;
const sealed = 1200; // after its time a tick is under a checkpoint
const longest = 30_000;

/** When to ask the tape again: for the entry at once, for the end once it is sealed, and ever more rarely if it does not come. */
export function lookAgainIn(order: Order, now: number): number {
  const left = msOf(order.dueSlot) + sealed - now;
  if (left <= 0) return Math.min(longest, soon - left / 10);
  return order.entry ? Math.min(left, longest) : soon;
}

import type { Order } from '@glasshouse/protocol/contracts/calls';
import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { uuidAt } from '../../lib/uuid.ts';
import type { Wish } from '../acceptance.ts';

/** An order as the server would accept it, after the newest tick this device has seen. Clocks play no role. */
export function practiceOrder(wish: Wish, headSlot: number, now: number): Order {
  const { symbol, direction, seconds, stake, returnBp, rule } = wish;
  return {
    ...{ symbol, direction, seconds, returnBp, rule },
    id: uuidAt(now),
    at: new Date(now).toISOString(),
    stake: formatUsdt(parseUnits(stake, 'USDT') ?? 0n),
    headSlot,
    dueSlot: dueSlot({ headSlot, seconds }),
    entry: null,
    exit: null,
    outcome: null,
    payout: null,
    settledAt: null,
  };
}

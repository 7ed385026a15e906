import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { dueSlotOf } from '@glasshouse/protocol/spot/settle';
import { uuidAt } from '../../lib/uuid.ts';
import { practiceOpening } from '../../trading/practice/opening.ts';
import { spotPractice } from '../../trading/practice/trades.ts';
import { givenIn } from '../amounts.ts';
import type { Wish } from '../spot.ts';
import { awaitOrders } from '../spot.ts';

/** An order as the server would accept it, after the newest tick this device has seen. Clocks play no role. */
function practiceTrade({ symbol, side, given, spreadBp, rule }: Wish, headSlot: number, now: number): SpotOrder {
  const currency = givenIn({ symbol, side });
  return {
    ...{ symbol, side, spreadBp, rule, headSlot },
    id: uuidAt(now),
    at: new Date(now).toISOString(),
    given: formatUnits(parseUnits(given, currency) ?? 0n, currency),
    dueSlot: dueSlotOf({ headSlot }),
    exit: null,
    outcome: null,
    received: null,
    settledAt: null,
  };
}

/** Buys and sells coins on this device. */
export const tradeOpening = (onOpened: () => void) =>
  practiceOpening(
    {
      orders: spotPractice,
      make: (wish: Wish, { slot }, now) => practiceTrade(wish, slot, now),
      // The result is shown a moment later.
      announceOpened: ({ id }) => awaitOrders([id]),
    },
    onOpened,
  );

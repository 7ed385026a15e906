import { contractPractice } from '../../trading/practice/contracts.ts';
import { practiceOpening } from '../../trading/practice/opening.ts';
import type { Wish } from '../acceptance.ts';
import { sayOpened } from '../opened.ts';
import { practiceOrder } from './order.ts';

/** Opens a contract on this device. */
export const contractOpening = (onOpened: () => void) =>
  practiceOpening(
    {
      orders: contractPractice,
      make: (wish: Wish, { slot }, now) => practiceOrder(wish, slot, now),
      sayOpened,
    },
    onOpened,
  );

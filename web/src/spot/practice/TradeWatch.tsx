import { useFollowed } from '../../trading/practice/follow.ts';
import { spotDecision } from '../../trading/practice/spot-evidence.ts';
import { spotPractice } from '../../trading/practice/trades.ts';

const followed = { orders: spotPractice, decision: spotDecision };

/** Follows this device's trade until it is filled. */
export function TradeWatch() {
  useFollowed(followed, spotPractice.useOpen());
  return null;
}

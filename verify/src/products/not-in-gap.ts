import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { Ticks } from '../ticks-kept.ts';
import type { Fail } from './product.ts';

/** Fails if slots that were given up have prices. */
export function notInGap(gap: Span | undefined, ticks: Ticks, fail: Fail): void {
  if (gap && ticks.countIn(gap) > 0)
    fail(`a slot from ${gap.first} to ${gap.last} has a price, though they were given up`);
}

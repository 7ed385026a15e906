import { slotAt } from '../market/tape.ts';
import { type Check, failed, passed } from './product.ts';
import type { OrderBase } from './shapes.ts';

/** How many slots the head may be from the slot of acceptance. Every release has kept to it; the database checks it since migration 0086. */
export const maxHeadAge = 4;

/** The head decides entry, strike or fill, so a site that could name an older one could choose between prices. */
export function checkHeadAge({ at, headSlot }: Pick<OrderBase, 'at' | 'headSlot'>): Check {
  const age = slotAt(Date.parse(at)) - headSlot;
  if (Math.abs(age) <= maxHeadAge) return passed('fresh');
  return failed('fresh', { field: 'headAge', given: String(age), wanted: String(maxHeadAge) });
}

import { slotAt } from '../market/tape.ts';
import { type Check, failed, passed } from './product.ts';
import type { OrderBase } from './shapes.ts';

/**
 * Maximum slots between the head and the slot of acceptance. All releases have complied. The database checks it since
 * migration 0086.
 */
export const maxHeadAge = 4;

/** The head decides the entry, strike or fill. A site that could name an older head could choose between prices. */
export function checkHeadAge({ at, headSlot }: Pick<OrderBase, 'at' | 'headSlot'>): Check {
  const age = slotAt(Date.parse(at)) - headSlot;
  if (Math.abs(age) <= maxHeadAge) return passed('fresh');
  return failed('fresh', { field: 'headAge', given: String(age), wanted: String(maxHeadAge) });
}

import { slotMs } from '@glasshouse/protocol/market/tape';

/** Hours, minutes or seconds, whichever says it shortest. */
export function spanOf({ firstSlot, lastSlot }: { firstSlot: number; lastSlot: number }): {
  unit: 'hours' | 'minutes' | 'seconds';
  amount: number;
} {
  const seconds = ((lastSlot - firstSlot + 1) * slotMs) / 1000;
  if (seconds >= 7200) return { unit: 'hours', amount: Math.round(seconds / 360) / 10 };
  if (seconds >= 120) return { unit: 'minutes', amount: Math.round(seconds / 6) / 10 };
  return { unit: 'seconds', amount: seconds };
}

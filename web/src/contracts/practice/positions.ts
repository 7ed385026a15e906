import { lazily } from '../../lib/lazily.ts';

/** Below the ticket of a visitor. Somebody who has never placed an order has nothing there, and does not wait for its code. */
export const PracticePositions = lazily(async () => (await import('./PracticePositions.tsx')).PracticePositions);

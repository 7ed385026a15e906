import { lazily } from '../../lib/lazily.ts';

/** Below a visitor's ticket. Visitors without orders don't load its code. */
export const PracticePositions = lazily(async () => (await import('./PracticePositions.tsx')).PracticePositions);

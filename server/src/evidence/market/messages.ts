import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import type { Bus } from '#platform/runtime/bus.ts';

// The feed publishes this once a slot is in the database. It only wakes listeners, which then read the database, so a
// price can't be forged on the bus.

export const tickSubject = 'tape.tick';
export const minuteSubject = 'tape.minute';

/** Calls `hear` whenever a slot was written, if the bus delivers the message. */
export const subscribeToTicks = (
  bus: Pick<Bus<never, typeof tickSubject>, 'subscribe'>,
  hear: () => void,
): (() => void) => bus.subscribe(tickSubject, hear);

/** One slot of the tape, with the source that wrote it. */
export type Slot = { slot: number; source: string; ticks: readonly GeneratedPrice[] };

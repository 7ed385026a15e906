import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import type { Bus } from '#platform/runtime/bus.ts';

// What the feed publishes on the bus once it is in the database. It only wakes listeners: all they take from it is that there is something
// to read, so nobody who can publish on the bus can invent a price.

export const tickSubject = 'tape.tick';
export const minuteSubject = 'tape.minute';

/** Calls whenever a slot was written, as far as the bus brings word of it. */
export const hearTicks = (bus: Pick<Bus<never, typeof tickSubject>, 'subscribe'>, hear: () => void): (() => void) =>
  bus.subscribe(tickSubject, hear);

/** One slot of the tape, with the source that wrote it. */
export type Slot = { slot: number; source: string; ticks: readonly GeneratedPrice[] };

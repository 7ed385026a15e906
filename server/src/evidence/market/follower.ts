import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { every, guarded, note } from '#platform/runtime/faults.ts';
import { minuteSubject, type Slot, subscribeToTicks } from './messages.ts';
import { ticksAfter } from './sql.ts';

const lookEvery = 500;
const quietFor = 1500;
const maxMissed = 240; // slots: after missing more, it starts over

export type Follow = {
  /** Starts over from the database, and returns the newest slot that it has read. */
  begin: () => Promise<number>;
  /** The next slots in order, without gaps: one, or all that arrived while this process was busy. */
  slots: (slots: readonly Slot[]) => void;
  /** A minute was closed, so the 24-hour figures have changed. */
  minute: () => Promise<void>;
};

/**
 * Follows the tape in the database, woken by the bus, or by a timer while the bus is silent. It recovers automatically
 * when either was down, and reports only what the database holds.
 */
export function followTape(
  db: Db,
  bus: BusOf<'push'>,
  log: Log,
  symbols: readonly number[],
  follow: Follow,
): { stop: () => void } {
  let slot: number | undefined;
  let lastWord = performance.now();
  let looking = false;
  let woken = false;

  const catchUp = async () => {
    if (slot === undefined) {
      slot = await follow.begin();
      return;
    }
    const rows = await ticksAfter(db, symbols, slot, maxMissed + 1);
    const slots = [...Map.groupBy(rows, (row) => Number(row.slot))].map(([slot, ticks]) => ({
      slot,
      source: ticks[0]!.source ?? '',
      ticks,
    }));
    const newest = slots.at(-1);
    if (!newest) return;
    if (slots.length > maxMissed) {
      slot = await follow.begin();
      return;
    }
    slot = newest.slot;
    follow.slots(slots);
  };
  /** Runs one look at a time. However often it is woken during a look, one more follows. */
  const look = async () => {
    woken = true;
    if (looking) return;
    looking = true;
    try {
      while (woken) {
        woken = false;
        await catchUp();
      }
    } catch (error) {
      slot = undefined;
      note(log, 'follower', error, 'live: begins again from the database');
    } finally {
      looking = false;
    }
  };
  const wake = guarded(log, 'follower', look);
  const stops = [
    subscribeToTicks(bus, () => {
      lastWord = performance.now();
      wake();
    }),
    bus.subscribe(minuteSubject, guarded(log, 'follower', follow.minute)),
    every(log, 'follower', lookEvery, () => {
      const quiet = slot === undefined || performance.now() - lastWord > quietFor;
      if (quiet && !looking) wake();
    }),
  ];
  wake();
  return {
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

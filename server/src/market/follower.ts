import type { Bus } from '../platform/bus.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { minuteSubject, readTickText, type SlotMessage, tickSubject } from './messages.ts';
import { ticksAfter } from './sql.ts';

const lookEvery = 500;
const quietFor = 1500;
const mostWaiting = 50;
const mostMissed = 240; // slots: who has missed more begins anew

export type Follow = {
  /** Begins anew from the database; answers the newest slot it then knows. */
  begin: () => Promise<number>;
  /** The next slot, in the tape's order, none left out. */
  slot: (message: SlotMessage) => void;
  /** A minute was closed: 24 hour figures have moved. */
  minute: () => Promise<void>;
};

/**
 * Follows the tape by what is said on the bus, and by looking into the database when the bus is silent or a slot was missed. It heals by
 * itself after either of them was away: what it tells is always what the database holds.
 */
export function followTape(
  db: Db,
  bus: Bus,
  log: Log,
  symbols: readonly number[],
  follow: Follow,
): { stop: () => void } {
  let slot: number | undefined;
  let waiting = 0;
  let lastWord = performance.now();
  let work: Promise<unknown> = Promise.resolve();

  // One thing after another: a slot never overtakes the reading it belongs after.
  const enqueue = (task: () => Promise<void>) => {
    if (waiting >= mostWaiting) return; // what is dropped here is found missing, and read, by the next
    waiting++;
    work = work.then(task).then(
      () => waiting--,
      (error) => {
        waiting--;
        slot = undefined;
        log.warn({ err: error }, 'live: begins again from the database');
      },
    );
  };
  const tell = (message: SlotMessage) => {
    slot = message.slot;
    follow.slot(message);
  };
  const catchUp = async () => {
    if (slot === undefined) {
      slot = await follow.begin();
      return;
    }
    const rows = await ticksAfter(db, symbols, slot, mostMissed + 1);
    const slots = Map.groupBy(rows, (row) => Number(row.slot));
    if (slots.size > mostMissed) slot = await follow.begin();
    else for (const [at, ticks] of slots) tell({ slot: at, previous: slot, source: undefined, ticks });
  };
  const onTick = (text: string) => {
    lastWord = performance.now();
    const message = readTickText(text);
    enqueue(async () => {
      if (slot === undefined || (message.slot > slot && message.previous !== slot)) await catchUp();
      if (slot !== undefined && message.slot > slot) tell(message);
    });
  };
  const stops = [
    bus.subscribe(tickSubject, onTick),
    bus.subscribe(minuteSubject, () => {
      follow.minute().catch((error) => log.warn({ err: error }, 'live: the day could not be read'));
    }),
  ];
  const looks = setInterval(() => {
    const quiet = slot === undefined || performance.now() - lastWord > quietFor;
    if (quiet && waiting === 0) enqueue(catchUp);
  }, lookEvery);
  enqueue(catchUp);
  return {
    stop: () => {
      clearInterval(looks);
      for (const stop of stops) stop();
    },
  };
}

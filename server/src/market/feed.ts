import { setTimeout as wait } from 'node:timers/promises';
import type { Coin } from '@glasshouse/protocol/coins';
import type { DayPlan } from '@glasshouse/protocol/synthetic';
import { dayOf, msOf, slotAt, slotsPerMinute } from '@glasshouse/protocol/tape';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Signer } from '../platform/signer.ts';
import { closeMinutes } from './candles.ts';
import { planDay, revealBefore } from './days.ts';
import { writeHistory } from './history.ts';
import { minuteSubject, tickSubject, tickText } from './messages.ts';
import type { Source } from './sources/source.ts';
import * as table from './tape-sql.ts';
import { resumeTape, type Tape, writeSlot } from './writer.ts';

const tryAgain = 250;
const silentAfter = 1500;

export type FeedParts = {
  db: Db;
  bus: Bus;
  clock: Clock;
  log: Log;
  signer: Signer;
  openSource: (planFor: (day: number) => Promise<DayPlan>) => Source;
  historyMinutes: number;
  /** The market's coins unless said otherwise. */
  coins?: readonly Coin[];
  /** Told of each slot: how long its commit took. */
  onSlot?: (slot: number, milliseconds: number) => void;
};

/** Writes the tape while it is the only one to do so; waits in line otherwise. Many may run, one writes. */
export function runFeed(parts: FeedParts): { stop: () => Promise<void> } {
  const { db, log } = parts;
  const stopping = new AbortController();
  const pause = (ms: number) => wait(Math.max(ms, 1), undefined, { signal: stopping.signal }).catch(() => {});
  const done = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await db.connection().execute((connection) => stand(connection, parts, stopping.signal, pause));
      } catch (error) {
        log.warn({ err: error }, 'feed: begins again from what the database holds');
        await pause(tryAgain);
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

type Pause = (ms: number) => Promise<unknown>;

/** Waits for the lock, then writes until told to stop. Every write goes over the connection that holds the lock. */
async function stand(connection: Db, parts: FeedParts, stop: AbortSignal, pause: Pause): Promise<void> {
  while (!(await table.tryLead(connection))) {
    if (stop.aborted) return;
    await table.endSilentLead(connection, silentAfter);
    await pause(tryAgain);
  }
  try {
    await lead(connection, parts, stop, pause);
  } finally {
    await table.giveUpLead(connection).catch(() => {}); // a broken connection has given it up already
  }
}

async function lead(connection: Db, parts: FeedParts, stop: AbortSignal, pause: Pause): Promise<void> {
  const { db, clock, log, signer, openSource, historyMinutes, coins } = parts;
  const now = () => slotAt(clock().getTime());
  const tape = await resumeTape(connection, signer, now());
  const planFor = (day: number) => planDay(db, day, now(), tape.key, signer, coins);
  const source = openSource(planFor);
  const chores = openChores(parts, tape, source, planFor);
  try {
    const begin = now();
    const history = tape.last === undefined && source.name === 'synthetic' ? historyMinutes * slotsPerMinute : 0;
    for (let day = dayOf(begin - history); day < dayOf(begin); day++) await chores.makeDay(day);
    await chores.turnDay(dayOf(begin));
    // Writing history takes a while; what that while lacks is written too, so that a new tape begins without a hole.
    for (let from = begin - history; history > 0 && from < now() - 3; from = tape.last! + 1)
      await writeHistory(connection, tape, source, from, now());
    await table.insertRun(connection, now(), source.name);
    log.info({ slot: now(), last: tape.last, source: source.name }, 'feed: writes the tape');
    await writeSlots(connection, parts, tape, source, chores, stop, pause);
  } finally {
    source.close();
    await chores.finish();
  }
}

/** One round per slot, at the slot's own time. A slot that was missed stays empty and is marked with the next. */
async function writeSlots(
  connection: Db,
  { bus, clock, onSlot }: FeedParts,
  tape: Tape,
  source: Source,
  chores: Chores,
  stop: AbortSignal,
  pause: Pause,
): Promise<void> {
  let reason: table.GapReason = 'no_feed';
  while (!stop.aborted) {
    const slot = slotAt(clock().getTime());
    const previous = tape.last;
    const made = previous === undefined || slot > previous ? await source.at(slot) : [];
    if (made.length > 0) {
      const began = performance.now();
      await writeSlot(connection, tape, made, slot, reason);
      bus.publish(tickSubject, tickText({ slot, previous, source: source.name, ticks: made }));
      onSlot?.(slot, performance.now() - began);
      reason = 'late';
      chores.after(slot);
    } else {
      if (previous !== slot) reason = 'source';
      await table.stillHere(connection); // says to those who wait that this one is awake
    }
    await pause(msOf(slot + 1) - clock().getTime());
  }
}

type Chores = ReturnType<typeof openChores>;

/** What follows from the tape and may take its time: candles, the next day's plan. On other connections, one at a time. */
function openChores(
  { db, bus, log }: FeedParts,
  tape: Tape,
  source: Source,
  planFor: (day: number) => Promise<DayPlan>,
) {
  let under: Promise<unknown> = Promise.resolve();
  let minute = 0;
  let day = 0;
  const enqueue = (work: () => Promise<unknown>) => {
    under = under.then(work).catch((error) => log.error({ err: error }, 'feed: a chore failed'));
  };
  const makeDay = async (wanted: number) => {
    await table.makeDay(db, wanted);
    if (source.name === 'synthetic') await planFor(wanted);
  };
  const turnDay = async (today: number) => {
    await makeDay(today);
    await makeDay(today + 1);
    await revealBefore(db, today);
    day = today;
  };
  const after = (slot: number) => {
    const current = Math.floor(slot / slotsPerMinute);
    if (current > minute) {
      minute = current;
      enqueue(async () => {
        await closeMinutes(db, [...tape.heads.keys()], current);
        bus.publish(minuteSubject, String(current));
      });
    }
    if (dayOf(slot) > day) {
      day = dayOf(slot);
      enqueue(() => turnDay(dayOf(slot)));
    }
  };
  return { makeDay, turnDay, after, finish: () => under };
}

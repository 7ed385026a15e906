import { setTimeout as wait } from 'node:timers/promises';
import type { Coin } from '@glasshouse/protocol/market/coins';
import type { DayPlan } from '@glasshouse/protocol/market/synthetic';
import { dayOf, msOf, slotAt, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { note } from '../platform/faults.ts';
import type { Log } from '../platform/log.ts';
import type { Signer } from '../platform/signer.ts';
import { closeMinutes } from './candles.ts';
import { planDay, revealBefore } from './days.ts';
import { writeHistory } from './history.ts';
import { minuteSubject, tickSubject } from './messages.ts';
import type { Source } from './sources/source.ts';
import * as table from './tape-sql.ts';
import { resumeTape, type Tape, writeSlot } from './writer.ts';

const tryAgain = 250;
const silentAfter = 1500;
const choresAgain = 10; // slots
const mostAhead = 500; // milliseconds: a slot
const clockAgain = 1000;

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
        note(log, 'feed', error, 'feed: begins again from what the database holds');
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

/**
 * How far our clock is ahead of the database's; 0 while that is little, since the question takes time to travel. What is written ahead of
 * time would be a future that some people know.
 */
async function aheadBy(connection: Db, clock: Clock): Promise<number> {
  const ours = clock().getTime();
  const ahead = ours - (await table.timeOf(connection));
  return ahead > mostAhead ? ahead : 0;
}

/** Waits until the clock is right, which leaves the tape to another feed if there is one. */
async function waitForTheTime(connection: Db, { clock, log }: FeedParts, stop: AbortSignal, pause: Pause) {
  let ahead = await aheadBy(connection, clock);
  if (ahead > 0) log.error({ ahead }, "feed: the clock is ahead of the database's; nothing is written");
  for (; ahead > 0 && !stop.aborted; ahead = await aheadBy(connection, clock)) {
    await table.noteClock(connection, ahead);
    await pause(clockAgain);
  }
}

/** Waits for the time and the lock, then writes until told to stop. Every write goes over the connection that holds the lock. */
async function stand(connection: Db, parts: FeedParts, stop: AbortSignal, pause: Pause): Promise<void> {
  await waitForTheTime(connection, parts, stop, pause);
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
  if (stop.aborted || (await aheadBy(connection, clock)) > 0) return; // getting the lock may have taken a long time
  const now = () => slotAt(clock().getTime());
  const tape = await resumeTape(connection, signer, now());
  const planFor = (day: number) => planDay(db, day, now(), tape.key, signer, coins);
  const source = openSource(planFor);
  const chores = openChores(parts, tape, source, planFor);
  try {
    const begin = now();
    const history = tape.last === undefined && source.name === 'synthetic' ? historyMinutes * slotsPerMinute : 0;
    for (let day = dayOf(begin - history); day <= dayOf(begin); day++) await chores.makeDay(day);
    // Writing history takes a while. The slots of that while are written too, so that a new tape begins without a hole.
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

/**
 * One round per slot, at the slot's own time, until told to stop or the clock is found to be ahead. A slot that was missed stays empty
 * and is marked with the next.
 */
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
    if ((await aheadBy(connection, clock)) > 0) return;
    const previous = tape.last;
    const made = previous === undefined || slot > previous ? await source.at(slot) : [];
    if (made.length > 0) {
      const began = performance.now();
      await writeSlot(connection, tape, made, slot, reason);
      bus.publish(tickSubject, String(slot));
      onSlot?.(slot, performance.now() - began);
      reason = 'late';
      chores.after(slot);
    } else if (previous !== slot) reason = 'source';
    await pause(msOf(slot + 1) - clock().getTime());
  }
}

type Chores = ReturnType<typeof openChores>;

/**
 * What follows from the tape and may take its time: candles, and what the day needs. On other connections, one at a time, each minute;
 * what fails is tried again after some seconds, until it is done, and holds up nothing else.
 */
function openChores(
  { db, bus, log }: FeedParts,
  tape: Tape,
  source: Source,
  planFor: (day: number) => Promise<DayPlan>,
) {
  const makeDay = async (wanted: number) => {
    await table.makeDay(db, wanted);
    if (source.name === 'synthetic') await planFor(wanted);
  };
  const daily = [
    { chore: (today: number) => makeDay(today + 1), doneOn: 0 },
    { chore: (today: number) => revealBefore(db, today), doneOn: 0 },
  ];
  const tried = (work: () => Promise<unknown>): Promise<boolean> =>
    work().then(
      () => true,
      (error) => {
        note(log, 'feed', error, 'feed: a chore failed and is tried again');
        return false;
      },
    );
  const doAll = async (minute: number, today: number): Promise<boolean> => {
    let all = await tried(async () => {
      await closeMinutes(db, [...tape.heads.keys()], minute);
      bus.publish(minuteSubject, String(minute));
    });
    for (const one of daily) {
      if (one.doneOn === today) continue;
      if (await tried(() => one.chore(today))) one.doneOn = today;
      else all = false;
    }
    return all;
  };
  let under: Promise<unknown> | undefined;
  let due = 0;
  const after = (slot: number) => {
    if (under || slot < due) return;
    const minute = Math.floor(slot / slotsPerMinute);
    due = (minute + 1) * slotsPerMinute;
    under = doAll(minute, dayOf(slot)).then((all) => {
      if (!all) due = Math.min(due, slot + choresAgain);
      under = undefined;
    });
  };
  return { makeDay, after, finish: async () => under };
}

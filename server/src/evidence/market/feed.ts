import type { Chain } from '@glasshouse/protocol/beacon/chain';
import { type Coin, coins as marketCoins } from '@glasshouse/protocol/market/coins';
import { generatorVersion } from '@glasshouse/protocol/market/generator-version';
import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import { dayOf, firstSlotOf, msOf, slotAt, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { note } from '#platform/runtime/faults.ts';
import { type Pause, runLead } from '#platform/runtime/lead.ts';
import type { Signer } from '#platform/security/signer.ts';
import { type Checker, followRounds, openChecker } from '../beacon/beacon.ts';
import { closeMinutes } from './candles.ts';
import { CannotBeMade, type Plan, planDay, readOpening, revealBefore, type StuckReason, wasAnnounced } from './days.ts';
import { generateHistory, writeHistory } from './history.ts';
import { minuteSubject, tickSubject } from './messages.ts';
import type { SeedKeys } from './seed-seal.ts';
import type { Grid, Source } from './sources/source.ts';
import { syntheticGrid } from './sources/synthetic.ts';
import * as table from './tape-sql.ts';
import { resumeTape, type Tape, writeGrid, writeSlot } from './writer.ts';

const tapeLock = 500;
const silentAfter = 1500;
const choresAgain = 10; // slots
const maxAhead = 500; // milliseconds: a slot
const clockAgain = 1000;
const roundAgain = 50;
const maxAtOnce = 240; // slots written together when many are missing: about 6,000 ticks
const silentBeacon = 20; // slots that wait for a round before this is logged
const longAgo = 20; // slots: a day without an announced plan is not filled from further back

export type FeedParts = {
  db: Db;
  bus: BusOf<'feed'>;
  clock: Clock;
  log: Log;
  signer: Signer;
  source: OwnPrices | (() => Source);
  historyMinutes: number;
  /** The market's coins by default. */
  coins?: readonly Coin[];
  /** Called for each slot with the duration of its commit. */
  onSlot?: (slot: number, milliseconds: number) => void;
  /** Called repeatedly with a day that can't be generated. */
  onStuck?: (day: number, reason: StuckReason) => void;
};

/**
 * For prices that we generate: the keys that seal seeds, the beacon for planning new days, and the address of each
 * beacon.
 */
export type OwnPrices = { seedKeys: SeedKeys; chain: Chain; urlOf: (chain: Chain) => string };

/**
 * Writes the tape while it holds the lock. Otherwise it waits for the lock, and for its clock to be right. Many may
 * run, one writes.
 */
export function runFeed(parts: FeedParts): { stop: () => Promise<void> } {
  const { db, log, source } = parts;
  const checker = typeof source === 'object' ? openChecker() : undefined; // also while it waits for the lock, to be ready
  const leading = runLead({
    ...{ db, log, name: 'feed', lock: tapeLock, silentAfter },
    ready: (connection, stop, pause) => waitForTheTime(connection, parts, stop, pause),
    lead: (connection, stop, pause) => lead(connection, { ...parts, checker }, stop, pause),
  });
  return {
    stop: async () => {
      await leading.stop();
      await checker?.close();
    },
  };
}

type Standing = FeedParts & { checker: Checker | undefined };

/**
 * How far our clock is ahead of the database's; 0 if only slightly, because the query takes time to travel. Ticks
 * written early would reveal the future to some users.
 */
async function aheadBy(connection: Db, clock: Clock): Promise<number> {
  const ours = clock().getTime();
  const ahead = ours - (await table.timeOf(connection));
  return ahead > maxAhead ? ahead : 0;
}

/** Waits until the clock is right. In the meantime another feed, if there is one, can take the tape. */
async function waitForTheTime(connection: Db, { clock, log }: FeedParts, stop: AbortSignal, pause: Pause) {
  let ahead = await aheadBy(connection, clock);
  if (ahead > 0) log.error({ ahead }, "feed: the clock is ahead of the database's; nothing is written");
  for (; ahead > 0 && !stop.aborted; ahead = await aheadBy(connection, clock)) {
    await table.noteClock(connection, ahead);
    await pause(clockAgain);
  }
}

async function lead(connection: Db, parts: Standing, stop: AbortSignal, pause: Pause): Promise<void> {
  const { clock, log, signer, source } = parts;
  if (stop.aborted || (await aheadBy(connection, clock)) > 0) return; // getting the lock may have taken a long time
  const now = () => slotAt(clock().getTime());
  const tape = await resumeTape(connection, signer, now());
  const begin = async (name: string, generator: number | null = null) => {
    await table.insertRun(connection, name, generator);
    log.info({ slot: now(), last: tape.last, source: name }, 'feed: writes the tape');
  };
  if (typeof source === 'object') return leadGrid(connection, parts, source, tape, begin, stop, pause);
  const opened = source();
  const chores = openChores(parts, tape, async (day) => {
    await table.makeDay(parts.db, day);
    await table.makeMessageDay(parts.db, day);
  });
  try {
    await chores.makeDay(dayOf(now()));
    await begin(opened.name);
    await writeSlots(connection, parts, tape, opened, chores, stop, pause);
  } finally {
    opened.close();
    await chores.finish();
  }
}

/** Writes a tape of generated prices. */
async function leadGrid(
  connection: Db,
  parts: Standing,
  own: OwnPrices,
  tape: Tape,
  begin: (name: string, generator: number) => Promise<void>,
  stop: AbortSignal,
  pause: Pause,
): Promise<void> {
  const { db, clock, log, signer, historyMinutes, checker, coins = marketCoins } = parts;
  const { chain, urlOf, seedKeys } = own;
  const now = () => slotAt(clock().getTime());
  const planner = { db, key: tape.key, signer, seedKeys, chain };
  const planFor = (day: number): Promise<Plan> =>
    planDay(planner, day, now()).catch((error) => reportStuck(parts, error));
  // An announced day uses the beacon it was announced with, even if another one is configured by now.
  const follow = (followed: Chain, from: number, signedThrough: number) => {
    if (followed.hash !== chain.hash)
      log.warn(
        { chain: followed.name, hash: followed.hash },
        'feed: the day was planned with another beacon, and follows it',
      );
    const url = urlOf(followed);
    return followRounds({ db, clock, log, chain: followed, url, checker: checker! }, from, signedThrough);
  };
  const grid = syntheticGrid({ db: connection, planFor, follow, coins, log });
  const makeDay = async (day: number) => {
    await table.makeDay(db, day);
    await planFor(day);
  };
  /**
   * Announces a day that has begun while an earlier one is still being written. If it is stuck, it doesn't block the
   * earlier one and is reported in its turn.
   */
  const makeAhead = async (day: number) => {
    await table.makeDay(db, day);
    await planDay(planner, day, now()).catch((error) => {
      if (!(error instanceof CannotBeMade)) throw error;
    });
  };
  const chores = openChores(parts, tape, makeDay, (today) => revealBefore(db, today, seedKeys));
  try {
    const first = now();
    const history = tape.last === undefined ? historyMinutes * slotsPerMinute : 0;
    for (let day = dayOf(first - history); day < dayOf(first); day++) await table.makeDay(db, day);
    // The day of the next slot comes first: while it can't be generated, it is the one to report, and may be given up.
    // If today was given up, the next slot is tomorrow's.
    const next = dayOf(await nextSlot(connection, tape, first));
    await makeDay(next);
    if (next < dayOf(first)) await makeAhead(dayOf(first));
    const imagined = generateHistory(coins);
    // Writing history takes a while. Slots that become due in that time are written too, so that a new tape begins
    // without a gap.
    for (let from = first - history; history > 0 && from < now() - 3; from = tape.last! + 1)
      await writeHistory(connection, tape, imagined, from, now());
    await writeAll(connection, parts, tape, grid, () => begin(grid.name, generatorVersion), chores, stop, pause);
  } catch (error) {
    await reportStuck(parts, error);
  } finally {
    await grid.close();
    await chores.finish();
  }
}

/** Reports which day can't be generated and why, to operators and metrics. */
async function sayStuck({ db, onStuck }: FeedParts, day: number, reason: StuckReason): Promise<void> {
  onStuck?.(day, reason);
  await table.noteStuck(db, day, reason);
}

async function reportStuck(parts: FeedParts, error: unknown): Promise<never> {
  if (error instanceof CannotBeMade) await sayStuck(parts, error.day, error.reason);
  throw error;
}

/** The next slot to write. Days that were announced in time are written without gaps. */
async function nextSlot(db: Db, tape: Tape, now: number): Promise<number> {
  const next = tape.last === undefined ? now : tape.last + 1;
  if (next > now - longAgo || (await wasAnnounced(db, next))) return next;
  const today = await readOpening(db, dayOf(now));
  return today?.slot ?? now;
}

/**
 * Writes every slot in order, at its own time or as soon as its round is known, until told to stop or the clock is
 * ahead. Slots missed in an interruption are written first, several at a time.
 */
async function writeAll(
  connection: Db,
  parts: FeedParts,
  tape: Tape,
  grid: Grid,
  begin: () => Promise<void>,
  chores: Chores,
  stop: AbortSignal,
  pause: Pause,
): Promise<void> {
  const { bus, clock, log, onSlot } = parts;
  let reason: table.LateRow['reason'] = 'no_feed';
  let said = 0;
  let begun = false;
  while (!stop.aborted) {
    if ((await aheadBy(connection, clock)) > 0) return;
    const now = slotAt(clock().getTime());
    const from = await nextSlot(connection, tape, now);
    // A day opens at the prices on the tape, so the previous day is written to its end first.
    const to = Math.min(now, from + maxAtOnce - 1, firstSlotOf(dayOf(from) + 1) - 1);
    const slots = await makeSlots(grid, from, to);
    const waits = from + slots.length <= to;
    if (slots.length > 0) {
      if (!begun) await begin(); // not while it is stuck, or every retry would report it again
      begun = true;
      const began = performance.now();
      await writeGrid(connection, tape, slots, now, reason);
      bus.publish(tickSubject, String(tape.last));
      for (const { slot } of slots) onSlot?.(slot, (performance.now() - began) / slots.length);
      chores.after(tape.last!);
      said = 0;
    }
    if (waits) reason = 'beacon';
    else if (from + slots.length > now) reason = 'no_feed';
    if (waits && slots.length === 0 && now - from > silentBeacon && now > said) {
      if (said === 0) log.error({ slot: from }, 'feed: the beacon gives no rounds; the tape waits for it');
      said = now;
      await sayStuck(parts, dayOf(from), 'beacon');
      if ((await table.givenUpThrough(connection)) >= from) return; // and starts again after it
    }
    if (waits) await pause(roundAgain);
    else if (from + slots.length > now) await pause(msOf(now + 1) - clock().getTime());
  }
}

/** Generates slots as far as their rounds are known. */
async function makeSlots(grid: Grid, from: number, to: number) {
  const slots: { slot: number; made: readonly GeneratedPrice[] }[] = [];
  for (let slot = from; slot <= to; slot++) {
    const made = await grid.at(slot);
    if (!made) break;
    slots.push({ slot, made });
  }
  return slots;
}

/**
 * Writes each slot at its own time, until told to stop or the clock is ahead. A missed slot stays empty
 * and is marked with the next one.
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
 * Work that follows from the tape and isn't urgent: candles, and preparing days. Each chore runs every minute, one at a
 * time, on other connections. A failed one is retried after some seconds until it succeeds, without blocking the
 * others.
 */
function openChores(
  { db, bus, log }: FeedParts,
  tape: Tape,
  makeDay: (day: number) => Promise<unknown>,
  reveal: (today: number) => Promise<unknown> = async () => {},
) {
  const daily = [
    { chore: (today: number) => makeDay(today + 1), doneOn: 0 },
    { chore: reveal, doneOn: 0 },
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

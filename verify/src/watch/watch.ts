import { sameBytes } from '@glasshouse/protocol/bytes';
import { type LogHead, readHead, signedHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { compareLogs, rootAt, type Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { type NoteKey, readNote, signedWith } from '@glasshouse/protocol/publiclog/note';
import { subtreesFrom } from '@glasshouse/protocol/publiclog/tiles';
import type { Alarm } from './alarm.ts';
import { NotSigned, signedEntries } from './entries.ts';
import { createRoundRules } from './rounds.ts';
import { createRules, type RulesMemory } from './rules.ts';
import { type Get, tileFrom, within } from './site.ts';

const mayBeUncosigned = 60; // seconds
const newestBefore = 600; // entries that are read when it begins
const maxAtOnce = 16 * 256; // entries a look takes; the next goes on from there
const maxOfAName = 5; // alarms a look says in full

type Options = {
  get: Get;
  key: NoteKey;
  witnesses: readonly NoteKey[];
  clock: () => number;
  say: (alarm: Alarm) => void;
  /** Told of two checkpoints that cannot both be true. */
  keep: (before: string, after: string) => Promise<void>;
  /** What a run before this one remembered, to begin with. */
  seen?: Memory | undefined;
  /** Keys of beacons beside drand's quicknet, in hex. */
  beacons?: readonly string[];
};

/** All that is remembered: the newest checkpoint, and how many of its entries have been taken. */
export type Memory = RulesMemory & { checkpoint: string; taken: number };
/** A checkpoint as it was shown, and the tree that the site has for it. */
type SeenCheckpoint = { head: LogHead; text: string; read: Subtrees };

/** The site shows another log than the one that is watched. */
class OtherLog extends Error {}

/** Follows a site's log. Each look reads what is new, checks all of it, and says what is wrong by name. */
export async function openWatch({ get, key, witnesses, clock, say, keep, seen, beacons = [] }: Options) {
  const said = new Map<Alarm['name'], number>();
  // A log full of faults would say more than anybody reads.
  const alarm = (name: Alarm['name'], says: string) => {
    const count = (said.get(name) ?? 0) + 1;
    said.set(name, count);
    if (count <= maxOfAName) say({ name, says });
  };
  const tellOmitted = () => {
    for (const [name, count] of said)
      if (count > maxOfAName) say({ name, says: `and ${count - maxOfAName} more of these` });
    said.clear();
  };
  // What one look may read. A tree that was read in part is read on with what the next look may read.
  let mayRead = within(get, clock);
  const from: Get = (path, fresh) => mayRead(path, fresh);
  const rules = createRules(clock, alarm, seen);
  const rounds = createRoundRules(beacons, alarm);
  const cosigned = new Map(witnesses.map(({ name }) => [name, clock() / 1000]));
  let last: SeenCheckpoint | undefined;
  let taken: number | undefined = seen?.taken;
  if (seen) {
    last = await readSigned(seen.checkpoint);
    // To begin without it would be to forget what was seen.
    if (!last) throw new OtherLog('what is remembered is of another log, or signed by another key');
  }

  async function readSigned(text: string): Promise<SeenCheckpoint | undefined> {
    const note = readNote(text);
    const stated = note && readHead(note.text);
    if (stated && stated.origin !== key.name && !last)
      throw new OtherLog(`this is the log ${stated.origin}, not ${key.name}`);
    const head = await signedHead(key, note);
    if (!note || !head) return undefined;
    for (const witness of witnesses) {
      const { time } = (await signedWith(witness, note)) ?? {};
      // A time in the future would count as a cosignature for as long as it takes to come.
      if (time !== undefined && time <= clock() / 1000 + mayBeUncosigned)
        cosigned.set(witness.name, Math.max(time, cosigned.get(witness.name)!));
    }
    return { head, text, read: subtreesFrom(tileFrom(from), head.size) };
  }

  const follow = async (shown: SeenCheckpoint, askedAt: number): Promise<void> => {
    const isOlder = last !== undefined && shown.head.size < last.head.size;
    const [short, long] = isOlder ? [shown, last!] : [last, shown];
    let now = long;
    let found = await judge(short, now);
    if (found === 'files') {
      // One file that was changed on the way, or lies wrong in a cache, is not the site's word.
      now = { ...long, read: subtreesFrom(tileFrom(from, true), long.head.size) };
      found = await judge(short, now);
    }
    if (found === 'past') return forked(last!, shown);
    const { head } = now;
    if (found === 'files')
      return alarm(
        'leaf changed',
        `the files of the log do not lead to the root that is signed for ${head.size} leaves`,
      );
    // An older one is no fault as long as it is the beginning of what was seen.
    if (isOlder) return;
    last = now;
    taken ??= Math.max(0, head.size - newestBefore);
    const to = Math.min(head.size, taken + maxAtOnce);
    for await (const { place, bytes } of signedEntries(from, now, taken, to)) {
      const entry = readEntry(bytes);
      if (entry) await judgeEntry(entry, place);
      taken = place + 1;
    }
    rounds.tookAll();
    if (taken === head.size) rules.tookAll(askedAt);
  };
  /** An entry that no rule was written for must not end the watch: what follows it is still judged. */
  const judgeEntry = async (entry: Entry, place: number): Promise<void> => {
    try {
      await rules.take(entry);
      rounds.take(entry);
    } catch (error) {
      alarm('not judged', `the entry at place ${place} cannot be judged: ${(error as Error).message}`);
    }
  };
  /** `past`: the shorter is not the beginning of the longer. `files`: those of the longer do not lead to its root. */
  const judge = async (
    short: SeenCheckpoint | undefined,
    { head, read }: SeenCheckpoint,
  ): Promise<'fine' | 'past' | 'files'> => {
    const found = short && (await compareLogs(short.head, head, read));
    if (found?.holds === false) return found.what;
    return sameBytes(await rootAt(read, head.size), head.root) ? 'fine' : 'files';
  };
  const forked = async (before: SeenCheckpoint, now: SeenCheckpoint) => {
    await keep(before.text, now.text);
    alarm(
      'fork',
      `${now.head.size} leaves do not agree with the ${before.head.size} that were seen: the past was changed`,
    );
  };

  return {
    /** Throws if it was never this log. */
    look: async (): Promise<void> => {
      mayRead = within(get, clock);
      const askedAt = clock();
      try {
        const text = Buffer.from(await from('log/checkpoint')).toString('utf8');
        const now = await readSigned(text);
        if (!now) alarm('signature', 'the checkpoint is not signed by the key of this log');
        else await follow(now, askedAt);
      } catch (error) {
        if (error instanceof OtherLog) throw error;
        alarm(error instanceof NotSigned ? 'leaf changed' : 'no answer', (error as Error).message);
      }
      rules.look();
      for (const [name, time] of cosigned)
        if (clock() / 1000 - time > mayBeUncosigned)
          alarm('not cosigned', `${name} has cosigned nothing since ${new Date(time * 1000).toISOString()}`);
      tellOmitted();
    },
    /** How far the log was followed, and how far the tape was then. */
    state: () => ({ size: taken, slot: rules.slot() }),
    /** To be kept for the next run; undefined while nothing was seen. */
    memory: (): Memory | undefined =>
      last && taken !== undefined ? { checkpoint: last.text, taken, ...rules.remembered() } : undefined,
  };
}

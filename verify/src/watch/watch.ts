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
const newestBefore = 600; // entries read at the start
const maxAtOnce = 16 * 256; // entries per look; the next look continues from there
const maxOfAName = 5; // alarms of one kind that a look reports in full

type Options = {
  get: Get;
  key: NoteKey;
  witnesses: readonly NoteKey[];
  clock: () => number;
  say: (alarm: Alarm) => void;
  /** Stores two checkpoints that contradict each other. */
  keep: (before: string, after: string) => Promise<void>;
  /** The state of the previous run, if any. */
  seen?: Memory | undefined;
  /** Keys of beacons in addition to drand's quicknet, in hex. */
  beacons?: readonly string[];
};

/** The stored state: the newest checkpoint, how many of its entries have been processed, and the state of the rules. */
export type Memory = RulesMemory & { checkpoint: string; taken: number };
/** A checkpoint as it was received, and the tree of the site for it. */
type SeenCheckpoint = { head: LogHead; text: string; read: Subtrees };

/** The site shows a different log. */
class OtherLog extends Error {}

/** Monitors a site's log. Each look reads and checks all new entries, and reports every fault by name. */
export async function openWatch({ get, key, witnesses, clock, say, keep, seen, beacons = [] }: Options) {
  const said = new Map<Alarm['name'], number>();
  // A log full of faults would produce more alarms than anyone reads.
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
  // Limits of one look. If a tree was read in part, the next look continues with its own limits.
  let mayRead = within(get, clock);
  const from: Get = (path, fresh) => mayRead(path, fresh);
  const rules = createRules(clock, alarm, seen);
  const rounds = createRoundRules(beacons, alarm);
  const cosigned = new Map(witnesses.map(({ name }) => [name, clock() / 1000]));
  let last: SeenCheckpoint | undefined;
  let taken: number | undefined = seen?.taken;
  if (seen) {
    last = await readSigned(seen.checkpoint);
    // Starting without this state would lose what was seen.
    if (!last) throw new OtherLog('the stored state is of another log, or signed by another key');
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
      // A timestamp in the future would count as a cosignature until that time is reached.
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
      // A single file that was changed in transit, or is wrong in a cache, does not count as the site's statement.
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
    // An older checkpoint is valid as long as it is a prefix of what was seen.
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
  /** An unexpected entry must not stop the monitor. Later entries are still checked. */
  const judgeEntry = async (entry: Entry, place: number): Promise<void> => {
    try {
      await rules.take(entry);
      rounds.take(entry);
    } catch (error) {
      alarm('not judged', `the entry at place ${place} cannot be judged: ${(error as Error).message}`);
    }
  };
  /**
   * `past`: the shorter log is not a prefix of the longer one. `files`: the files of the longer log do not lead to its
   * root.
   */
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
    /** How far the log has been processed, and the slot of the tape at that point. */
    state: () => ({ size: taken, slot: rules.slot() }),
    /** The state to store for the next run. Undefined if nothing was seen. */
    memory: (): Memory | undefined =>
      last && taken !== undefined ? { checkpoint: last.text, taken, ...rules.remembered() } : undefined,
  };
}

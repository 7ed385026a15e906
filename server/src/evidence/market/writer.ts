import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import {
  checkpointBytes,
  leafBytes,
  leavesTreeAfter,
  rootOf,
  tickBytes,
  treeOf,
  zeroHash,
} from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import { type Signer, sha } from '#platform/security/signer.ts';
import type { SourceTick } from './sources/source.ts';
import * as table from './tape-sql.ts';

type Head = { slot: number; hash: Buffer };
/** The state of the tape: what the next slot is chained to. Changes only after a commit. */
export type Tape = {
  heads: Map<number, Head>;
  /** The newest slot that has a tick or was given up; undefined on a new tape. */
  last: number | undefined;
  checkpoint: { slot: number; hash: Buffer };
  key: number;
  signer: Signer;
  /** The numbers of the outside sources' names that were looked up so far. */
  sources: Map<string, number>;
};
/** A price to write; one from outside has the message it was read from. */
type Price = GeneratedPrice & Partial<Pick<SourceTick, 'heard' | 'raw'>>;

/** Reads the state of the tape, after marking slots that were given up since the last write. */
export async function resumeTape(db: Db, signer: Signer, now: number): Promise<Tape> {
  const key = await table.keyNumber(db, signer.publicKey, now);
  const newest = await table.newestCheckpoint(db);
  const checkpoint = newest
    ? { slot: Number(newest.slot), hash: sha(checkpointBytes({ ...newest, slot: Number(newest.slot) })) }
    : { slot: -1, hash: Buffer.from(zeroHash) };
  const found = await table.headsAt(db, await table.symbolsOnTape(db), 0, Number.MAX_SAFE_INTEGER);
  const heads = new Map(found.map(({ symbol, slot, hash }) => [symbol, { slot, hash }]));
  const last = found.reduce<number | undefined>((max, { slot }) => Math.max(max ?? 0, slot), undefined);
  const tape = { heads, last, checkpoint, key, signer, sources: new Map() };
  for (const lost of await table.givenUpUnwritten(db)) await leaveOut(db, tape, lost);
  const lostThrough = await table.givenUpThrough(db);
  return { ...tape, last: last === undefined ? last : Math.max(last, lostThrough) };
}

/**
 * Writes the gap of a day that was given up. Signs the heads before it in the gap's first slot, so that no tick can be
 * written there later.
 */
async function leaveOut(db: Db, tape: Tape, { first, last }: table.GivenUp): Promise<void> {
  const checkpoint = signHeads(tape, first, []);
  await db.transaction().execute(async (tx) => {
    await table.insertGap(tx, { first, last, symbol: 0, reason: 'given_up' });
    await table.insertCheckpoints(tx, [checkpoint]);
  });
  advance(tape, [], checkpoint);
}

/** The rows of a slot, each chained to its symbol's newest. */
export const linkSlot = (heads: ReadonlyMap<number, Head>, slot: number, made: readonly Price[]): table.TickRow[] =>
  made.map(({ symbol, price, volume, heard }) => {
    const previous = heads.get(symbol)?.hash ?? zeroHash;
    return { symbol, slot, price, volume, hash: sha(tickBytes(previous, { symbol, slot, price, heard })), heard };
  });

/** The tape after these rows, and possibly a checkpoint after them, are written. */
export function advance(tape: Tape, rows: readonly table.TickRow[], checkpoint?: table.CheckpointRow): void {
  for (const { symbol, slot, hash } of rows) {
    tape.heads.set(symbol, { slot, hash });
    tape.last = slot;
  }
  if (checkpoint) tape.checkpoint = { slot: checkpoint.slot, hash: sha(checkpointBytes(checkpoint)) };
}

/** Slots without ticks since the tape was last written, for all symbols or for one whose source was silent. */
function gapsBefore(tape: Tape, rows: readonly table.TickRow[], reason: table.GapReason): table.GapRow[] {
  const slot = rows[0]!.slot;
  const { last } = tape;
  if (last === undefined) return [];
  const all = slot > last + 1 ? [{ first: last + 1, last: slot - 1, symbol: 0, reason }] : [];
  const own = rows.flatMap(({ symbol }) => {
    const head = tape.heads.get(symbol);
    return head && head.slot < last
      ? [{ first: head.slot + 1, last: slot - 1, symbol, reason: 'source' as const }]
      : [];
  });
  return [...all, ...own];
}

/** Signs all heads as they are after these rows are written. */
export function signHeads(tape: Tape, slot: number, rows: readonly table.TickRow[]): table.CheckpointRow {
  const heads = new Map(tape.heads);
  for (const row of rows) heads.set(row.symbol, row);
  const leaves = [...heads]
    .filter(([, head]) => head.slot > slot - leavesTreeAfter)
    .sort(([a], [b]) => a - b)
    .map(([symbol, head]) => sha(leafBytes(symbol, head.slot, head.hash)));
  const bare = {
    slot,
    size: leaves.length,
    root: Buffer.from(rootOf(treeOf(leaves, sha))),
    previous: tape.checkpoint.hash,
  };
  return { ...bare, key: tape.key, signature: tape.signer.sign(checkpointBytes(bare)) };
}

/** A checkpoint is due at the last slot of each second, or as soon as one is overdue. */
const isDue = (tape: Tape, slot: number) => slot % 2 === 1 || slot - tape.checkpoint.slot > 3;

/** A slot counts as late when it is written more than two seconds after its time. */
const lateAfter = 4;

/**
 * Commits consecutive slots up to the one that is due `now`: their ticks, a gap before the first if there is one, the
 * signed checkpoints, and which of them are late. All or nothing. After an exception this tape can't be used any more;
 * its state must be read from the database again.
 */
export async function writeGrid(
  db: Db,
  tape: Tape,
  slots: readonly { slot: number; made: readonly GeneratedPrice[] }[],
  now: number,
  reason: table.LateRow['reason'],
): Promise<void> {
  const first = slots[0]!.slot;
  const last = Math.min(slots.at(-1)!.slot, now - lateAfter - 1);
  const gap = { first: (tape.last ?? first) + 1, last: first - 1, symbol: 0, reason: 'no_feed' as const };
  const ticks: table.TickRow[] = [];
  const checkpoints: table.CheckpointRow[] = [];
  for (const { slot, made } of slots) {
    const rows = linkSlot(tape.heads, slot, made);
    const checkpoint = isDue(tape, slot) ? signHeads(tape, slot, rows) : undefined;
    advance(tape, rows, checkpoint);
    ticks.push(...rows);
    if (checkpoint) checkpoints.push(checkpoint);
  }
  const gaps = gap.first <= gap.last ? [gap] : [];
  // A single statement needs no transaction block, which saves one for every second slot.
  if (checkpoints.length === 0 && first > last) return void (await table.insertTicks(db, ticks, gaps));
  await db.transaction().execute(async (tx) => {
    await table.insertTicks(tx, ticks, gaps);
    if (checkpoints.length > 0) await table.insertCheckpoints(tx, checkpoints);
    if (first <= last) await table.insertLate(tx, { first, last, written: now, reason });
  });
}

/**
 * Commits one slot: its ticks, the gaps before it, and a signed checkpoint if one is due. No client sees a tick before
 * this has returned. After an exception `tape` is unchanged, and its real state must be read from the database again.
 */
export async function writeSlot(db: Db, tape: Tape, made: readonly Price[], slot: number, reason: table.GapReason) {
  const rows = linkSlot(tape.heads, slot, made);
  const insert = await inserting(db, tape, rows, made, gapsBefore(tape, rows, reason));
  if (!isDue(tape, slot)) {
    await insert(db);
    return advance(tape, rows);
  }
  const checkpoint = signHeads(tape, slot, rows);
  await db.transaction().execute(async (tx) => {
    await insert(tx);
    await table.insertCheckpoints(tx, [checkpoint]);
  });
  advance(tape, rows, checkpoint);
}

/** Inserts the ticks of a slot; those from outside with the messages they were read from. */
async function inserting(
  db: Db,
  tape: Tape,
  rows: readonly table.TickRow[],
  made: readonly Price[],
  gaps: readonly table.GapRow[],
): Promise<(tx: Db) => Promise<unknown>> {
  const heard: table.SourcedTickRow[] = [];
  const messages: table.MessageRow[] = [];
  for (const [i, { heard: word, ...row }] of rows.entries()) {
    if (!word) return (tx) => table.insertTicks(tx, rows, gaps);
    const source = tape.sources.get(word.source) ?? (await table.sourceNumber(db, word.source));
    tape.sources.set(word.source, source);
    heard.push({ ...row, source, at: word.at, message: word.message });
    const { raw } = made[i]!;
    if (raw) messages.push({ hash: word.message, slot: row.slot, raw });
  }
  return (tx) => table.insertSourcedTicks(tx, heard, gaps, messages);
}

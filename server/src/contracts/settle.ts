import { coins } from '@glasshouse/protocol/coins';
import { tapeEnd } from '../market/market.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, step } from '../platform/db.ts';
import { decideSlots } from './decisions.ts';
import * as table from './settle-sql.ts';

const mostNew = 64; // slots that are taken up in one look
const mostOpen = 512; // slots that are kept in mind until they are settled
const mostAtOnce = 16; // slots that are decided in one look

export type Settled = { slot: number; exitSlot: number | undefined; at: Date } & Awaited<
  ReturnType<typeof table.settleChunk>
>;
type Parts = { db: Db; clock: Clock; settled: (what: Settled) => void; perChunk?: number };

/** How far a slot is: how many decisions were carried out in it, and the chunks that still wait for that. */
type Progress = { decided: number; left: readonly table.Chunk[] };

/**
 * Settles what the tape has ended. All it knows is in the database: it may be killed at any point, and any number may run at once. What one
 * of them has in hand the others pass over and look at again.
 */
export function openSettler({ db, clock, settled, perChunk = 50_000 }: Parts) {
  const symbols = coins.map((coin) => coin.id);
  // Slots with contracts due that are not all settled.
  const open = new Map<number, Progress>();
  const takeUp = (slots: readonly number[]) => {
    for (const slot of slots) open.set(slot, { decided: 0, left: [] });
  };
  let mark: number | undefined;

  /** Goes through everything that can be settled now. Answers how far the tape is, and whether there is more to do at once. */
  async function look(): Promise<{ slot: number; more: boolean }> {
    const { slot: newest, through } = await tapeEnd(db, symbols);
    mark ??= await table.settledThrough(db);
    if (open.size < mostOpen && newest > mark) {
      const found = await table.dueSlots(db, mark, newest, mostNew);
      takeUp(found);
      mark = found.length === mostNew ? found.at(-1)! : newest;
    }
    const more = mark < newest && open.size < mostOpen;
    if (open.size === 0) return { slot: newest, more };
    const periods = await table.periodsAgreed(db);
    const slots = [...open.keys()].sort((a, b) => a - b);
    for (let i = 0; i < slots.length; i += mostAtOnce) {
      const some = slots.slice(i, i + mostAtOnce);
      const decisions = await decideSlots(db, some, periods, newest, through);
      for (const slot of some) await goThrough(slot, decisions.get(slot)!, symbols.length * periods.length);
    }
    return { slot: newest, more };
  }

  async function goThrough(slot: number, decisions: readonly table.Decision[], all: number): Promise<void> {
    const progress = open.get(slot);
    if (!progress || decisions.length === 0) return;
    if (decisions.length > progress.decided) {
      progress.left = await table.chunksOf(db, slot, perChunk);
      progress.decided = decisions.length;
    }
    progress.left = await settleChunks(progress.left, decisions);
    if (progress.left.length === 0 && decisions.length === all) open.delete(slot);
  }

  /** Settles chunks, each in a transaction of its own. Answers those that were in other hands. */
  async function settleChunks(chunks: readonly table.Chunk[], decisions: readonly table.Decision[]) {
    const exits = decisions.flatMap(({ exitSlot }) => exitSlot ?? []);
    const exitSlot = exits.length > 0 ? Math.min(...exits) : undefined;
    const left: table.Chunk[] = [];
    for (const chunk of chunks) {
      const at = clock();
      const told = await step(db, async (tx) =>
        (await table.claimChunk(tx, chunk)) ? table.settleChunk(tx, at, chunk, decisions) : undefined,
      );
      if (!told) left.push(chunk);
      else if (told.count > 0n) settled({ slot: chunk.slot, exitSlot, at, ...told });
    }
    return left;
  }

  return {
    look,
    /** Forgets what it knows, to read it again. */
    begin: () => {
      open.clear();
      mark = undefined;
    },
    /** Looks at these slots again: something was committed there late. */
    again: takeUp,
    /** How many slots wait to be settled. */
    backlog: () => open.size,
  };
}

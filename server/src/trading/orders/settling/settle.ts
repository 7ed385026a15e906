import { coins } from '@glasshouse/protocol/market/coins';
import { isRule, lateAfter, type Span } from '@glasshouse/protocol/orders/tape-rule';
import { givenUpBetween, tapeEnd } from '#evidence/market/market.ts';
import { type Db, step } from '#platform/database/db.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { AnySettlementStrategy, Chunk, SettledBatch } from '../ending.ts';
import { settledThrough } from '../orders-sql.ts';
import * as table from './settle-sql.ts';

const maxNew = 64; // slots that are taken up in one look
const maxOpen = 512; // slots that are kept in mind until they are settled
const maxAtOnce = 16; // slots that are decided in one look
const isIn = ({ first, last }: Span, slot: number) => first <= slot && slot <= last;

export type SettledChunk = {
  ending: AnySettlementStrategy;
  slot: number;
  exitSlot: number | undefined;
  at: Date;
} & SettledBatch;
type Parts = {
  ending: AnySettlementStrategy;
  db: Db;
  clock: Clock;
  settled: (what: SettledChunk) => void;
  perChunk?: number;
};

type Decision = { exitSlot: number | null };
/** How far a slot is: how many decisions were carried out in it, and the chunks that still wait for that. */
type Progress = { decided: number; left: readonly Chunk[] };

/**
 * Settles what the tape has ended. All it knows is in the database: it may be killed at any point, and any number may run at once. They pass
 * over what another has in hand, and look at it again later.
 */
export function openSettler({ ending, db, clock, settled, perChunk = 50_000 }: Parts) {
  const symbols = coins.map((coin) => coin.id);
  // Slots with orders due that are not all settled.
  const open = new Map<number, Progress>();
  const takeUp = (slots: readonly number[]) => {
    for (const slot of slots) open.set(slot, { decided: 0, left: [] });
  };
  let mark: number | undefined;

  /**
   * Goes through everything that can be settled now. Returns how far the tape is, whether there is more to do right away, and the rules of
   * orders that this settler does not know: a newer one must see to those.
   */
  async function look(): Promise<{ slot: number; more: boolean; unknown: number[] }> {
    const { slot: newest, through, end } = await tapeEnd(db, symbols);
    mark ??= await settledThrough(db, ending);
    if (open.size < maxOpen && end > mark) {
      const found = await table.dueSlots(db, ending.table, mark, end, maxNew);
      takeUp(found);
      mark = found.length === maxNew ? found.at(-1)! : end;
    }
    if (ending.lingers) takeUp(await table.openSlots(db, ending.table, mark - ending.lingers, mark, maxNew));
    const more = mark < end && open.size < maxOpen;
    if (open.size === 0) return { slot: newest, more, unknown: [] };
    const agreed: { rule: number }[] = await ending.kindsAgreed(db);
    const kinds = agreed.filter(({ rule }) => isRule(rule));
    const slots = [...open.keys()].sort((a, b) => a - b);
    for (let i = 0; i < slots.length; i += maxAtOnce) {
      const some = slots.slice(i, i + maxAtOnce);
      const givenUp = await givenUpBetween(db, some[0]! - ending.longest, some.at(-1)!);
      const decisions = await ending.decide(db, some, kinds, { newest, through, givenUp });
      for (const slot of some) {
        const told = decisions.get(slot)!;
        // After ten slots, or where nothing will be written, whatever is undecided waits for a slot that is still to be written, or for a settler
        // that knows its rule. It is not remembered here, or it would get in the way of the others: the mark stops before it, and from there it
        // is found again.
        const isAll = told.length === symbols.length * kinds.length || through >= slot + lateAfter;
        await goThrough(slot, told, isAll || givenUp.some((gap) => through >= gap.first && isIn(gap, slot)));
      }
    }
    return { slot: newest, more, unknown: agreed.map(({ rule }) => rule).filter((rule) => !isRule(rule)) };
  }

  async function goThrough(slot: number, decisions: readonly Decision[], isAll: boolean): Promise<void> {
    const progress = open.get(slot);
    if (!progress) return;
    if (decisions.length > progress.decided) {
      progress.left = await table.chunksOf(db, ending.table, slot, perChunk);
      progress.decided = decisions.length;
    }
    progress.left = await settleChunks(progress.left, decisions);
    if (progress.left.length === 0 && isAll) open.delete(slot);
  }

  /** Settles chunks, each in a transaction of its own. Returns those that another settler is working on. */
  async function settleChunks(chunks: readonly Chunk[], decisions: readonly Decision[]) {
    const exits = decisions.flatMap(({ exitSlot }) => exitSlot ?? []);
    const exitSlot = exits.length > 0 ? Math.min(...exits) : undefined;
    const left: Chunk[] = [];
    for (const chunk of chunks) {
      const at = clock();
      const told = await step(db, async (tx) =>
        (await table.claimChunk(tx, ending.table, chunk)) ? ending.settleChunk(tx, at, chunk, decisions) : undefined,
      );
      if (!told) left.push(chunk);
      else if (told.count > 0n) settled({ ending, slot: chunk.slot, exitSlot, at, ...told });
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

import { coins } from '@glasshouse/protocol/market/coins';
import { isRule, lateAfter, type Span } from '@glasshouse/protocol/orders/tape-rule';
import { givenUpBetween, tapeEnd } from '#evidence/market/market.ts';
import { type Db, step } from '#platform/database/db.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { AnySettlementStrategy, Chunk, SettledBatch } from '../ending.ts';
import { settledThrough } from '../orders-sql.ts';
import * as table from './settle-sql.ts';

const maxNew = 64; // new slots per look
const maxOpen = 512; // open slots that are remembered until they are settled
const maxAtOnce = 16; // slots that are decided per look
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
/** The progress of a slot: how many decisions were carried out, and the chunks that still wait for that. */
type Progress = { decided: number; left: readonly Chunk[] };

/**
 * Settles orders that the tape has ended. All its state is in the database, so it may be killed at any point, and any
 * number may run at once. Settlers skip chunks that another one has locked, and look at them again later.
 */
export function openSettler({ ending, db, clock, settled, perChunk = 50_000 }: Parts) {
  const symbols = coins.map((coin) => coin.id);
  // Slots with due orders that are not all settled.
  const open = new Map<number, Progress>();
  const takeUp = (slots: readonly number[]) => {
    for (const slot of slots) open.set(slot, { decided: 0, left: [] });
  };
  let mark: number | undefined;

  /**
   * Processes everything that can be settled now. Returns how far the tape is, whether there is more to do right away,
   * and the rules of orders that this settler doesn't know: a newer settler must handle those.
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
        // After ten slots, or where nothing more will be written, undecided orders wait for a later slot or for a
        // settler that knows their rule. They are not remembered here, so that they don't use up places. The mark stops
        // before them, and from there they are found again.
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
    /** Clears the state in memory, to read it again. */
    begin: () => {
      open.clear();
      mark = undefined;
    },
    /** Looks at these slots again, because an order was committed there late. */
    again: takeUp,
    /** How many slots wait to be settled. */
    backlog: () => open.size,
  };
}

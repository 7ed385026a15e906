import { dayOf, firstSlotOf, msOf, slotAt } from '@glasshouse/protocol/tape';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { newestRun } from './sql.ts';

type TapeHealth = {
  source: string | null;
  slot: number | null;
  ageMs: number | null;
  checkpointAgeMs: number | null;
  gapsToday: number;
  missedSlotsToday: number;
};

/** How the tape is doing: how old its newest slot and checkpoint are, and what is missing since 00:00 UTC. */
export async function tapeHealth(tx: Tx, now: Date): Promise<TapeHealth> {
  const today = firstSlotOf(dayOf(slotAt(now.getTime())));
  const { rows } = await sql<{ slot: bigint | null; signed: bigint | null; gaps: bigint; missed: string }>`
    select
      (select slot from tape_checkpoint order by slot desc limit 1) as signed,
      (select max(slot) from (
        select (select slot from tick where tick.symbol = s.symbol order by slot desc limit 1) as slot
        from market_window as s) as newest) as slot,
      count(gap.*) as gaps, coalesce(sum(last_slot - greatest(first_slot, ${today}) + 1), 0)::text as missed
    from tape_gap as gap where last_slot >= ${today} and reason <> 'history'`.execute(tx);
  const { slot, signed, gaps, missed } = rows[0]!;
  const age = (one: bigint | null) => (one === null ? null : Math.max(0, now.getTime() - msOf(Number(one))));
  return {
    source: (await newestRun(tx))?.source ?? null,
    slot: slot === null ? null : Number(slot),
    ageMs: age(slot),
    checkpointAgeMs: age(signed),
    gapsToday: Number(gaps),
    missedSlotsToday: Number(missed),
  };
}

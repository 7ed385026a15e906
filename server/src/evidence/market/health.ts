import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { dayOf, firstSlotOf, msOf, slotAt } from '@glasshouse/protocol/market/tape';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { days } from '#platform/runtime/clock.ts';
import { newestRun } from './sql.ts';

type Stuck = { day: number; reason: Figures['tape']['stuckReason'] };

/**
 * The state of the tape: how old its newest slot and checkpoint are, what is missing since 00:00 UTC, whether a feed's
 * clock is ahead, and which day it can't generate. The feed repeats the last two while they are true.
 */
export async function tapeHealth(tx: Tx, now: Date): Promise<Figures['tape']> {
  const today = firstSlotOf(dayOf(slotAt(now.getTime())));
  const { rows } = await sql<{
    slot: bigint | null;
    signed: bigint | null;
    gaps: bigint;
    missed: string;
    ahead: bigint | null;
    stuck: Stuck | null;
  }>`
    select
      (select slot from tape_checkpoint order by slot desc limit 1) as signed,
      (select max(slot) from (
        select (select slot from tick where tick.symbol = s.symbol order by slot desc limit 1) as slot
        from market_window as s) as newest) as slot,
      (select ahead_ms from tape_clock where seen_at > clock_timestamp() - interval '10 seconds') as ahead,
      (select jsonb_build_object('day', day, 'reason', reason) from tape_stuck
       where seen_at > clock_timestamp() - interval '10 seconds') as stuck,
      count(gap.*) as gaps, coalesce(sum(last_slot - greatest(first_slot, ${today}) + 1), 0)::text as missed
    from tape_gap as gap where last_slot >= ${today} and reason <> 'history'`.execute(tx);
  const { slot, signed, gaps, missed, ahead, stuck } = rows[0]!;
  const age = (one: bigint | null) => (one === null ? null : Math.max(0, now.getTime() - msOf(Number(one))));
  return {
    source: (await newestRun(tx))?.source ?? null,
    slot: slot === null ? null : Number(slot),
    ageMs: age(slot),
    checkpointAgeMs: age(signed),
    gapsToday: Number(gaps),
    missedSlotsToday: Number(missed),
    clockAheadMs: ahead === null ? null : Number(ahead),
    stuckDay: stuck && utcDay(days(stuck.day)),
    stuckReason: stuck?.reason ?? null,
  };
}

const tape: Figure<Figures['tape']> = {
  read: tapeHealth,
  table: (shown, { header, pairs }) => [header('figure', 'value'), ...pairs(shown)],
};

export const figures = { tape };

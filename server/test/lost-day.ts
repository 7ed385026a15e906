import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { dayOf, firstSlotOf } from '@glasshouse/protocol/market/tape';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import { planDay } from '#evidence/market/days.ts';
import { resumeTape, writeGrid } from '#evidence/market/writer.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { openOffice } from './office.ts';
import { plannerOf } from './own-prices.ts';
import { trade } from './trade.ts';

export const reason = 'The key is lost for good';
type StuckDay = { day: number; since?: string; seen?: string };

/** A world with a tape in the middle of an announced day, and people who can give up that day. */
export async function worldToLose(options: Parameters<typeof trade>[0] = {}) {
  const traded = await trade(options);
  const { world, tape } = traded;
  const day = dayOf(tape.now());
  await planDay(plannerOf(tape), day, firstSlotOf(day) - 1000);
  // The database uses its own clock for approvals and for how long nothing was written, so the tape is in the past.
  const office = await openOffice({ ...world, clock: systemClock });
  const staff = await office.staff();
  /** Reports like the feed that a day cannot be generated, by default for eleven minutes. */
  const sayStuck = ({ day: which, since = '11 minutes', seen = '0 seconds' }: StuckDay = { day }) =>
    sql`
      insert into tape_stuck (day, reason, since, seen_at)
      values (${which}, 'seed', clock_timestamp() - ${since}::interval, clock_timestamp() - ${seen}::interval)
      on conflict (one) do update set (day, since, seen_at) = (excluded.day, excluded.since, excluded.seen_at)`.execute(
      tape.db,
    );
  const ask = (which = day) => staff.owner.call(giveUpDay, { day: utcDay(which * dayMs), reason });
  const agree = (id: string | null) =>
    staff.reviewer.call(decideApproval, { id: id!, decision: 'approve', reason: 'I agree' });
  /** Two people give the day up. */
  const giveUp = async (which = day) => {
    await sayStuck({ day: which });
    const { waiting } = (await ask(which)).data;
    const answer = await agree(waiting);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  };
  const rows = () => world.owner.selectFrom('tape_given_up').selectAll().orderBy('day').execute();
  /** The feed starts again, and writes slots of the next day from its beginning. */
  const resume = async (...prices: number[]) => {
    const resumed = await resumeTape(tape.db, tape.tape.signer, tape.now());
    const slots = prices.map((price, i) => ({
      slot: resumed.last! + 1 + i,
      made: [price, 314_000].map((each, coin) => ({ symbol: coin + 1, price: BigInt(each), volume: 1n })),
    }));
    if (slots.length > 0) await writeGrid(tape.db, resumed, slots, slots.at(-1)!.slot, 'no_feed');
    return resumed;
  };
  return { ...traded, day, office, staff, sayStuck, ask, agree, giveUp, rows, resume };
}

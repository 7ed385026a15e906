import assert from 'node:assert/strict';
import type { Input } from '@glasshouse/protocol/endpoint';
import type { giveUpDay } from '@glasshouse/protocol/market/office';
import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { dayStart } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import type { ApprovedAct } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { err, ok } from '#platform/http/result.ts';

type GiveUpRequest = Input<typeof giveUpDay>;
const numberOf = (day: string) => dayOf(slotAt(dayStart(day).getTime()));
const subjectOf = (day: string) => `day:${day}`;

/** Whether the database would accept giving up this day now. The database decides, not this code. */
async function isLost(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ lost: boolean }>`
    select why_not_given_up(${numberOf(day)}) is null as lost`.execute(tx);
  return rows[0]!.lost;
}

export const givingUp = {
  /** The person who asks is refused at once where it can't be done, not only the one who approves. */
  ask: async ({ tx }: { tx: Tx }, { day, reason }: GiveUpRequest) =>
    (await isLost(tx, day))
      ? ok({ subject: subjectOf(day), reason, before: {}, after: { givenUp: day } })
      : err('day_not_stuck'),
  decide: async ({ tx, record, approval }: ApprovedAct, { day, reason }: GiveUpRequest) => {
    assert(approval, 'giving up a day takes two people');
    const { rows } = await sql<{ done: boolean }>`
      select give_up_day(${numberOf(day)}, ${approval.id}) as done`.execute(tx);
    if (!rows[0]!.done) return err('day_not_stuck');
    record({ subject: subjectOf(day), after: { givenUp: day, approval: approval.id }, reason });
    return ok({});
  },
};

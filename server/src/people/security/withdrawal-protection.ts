import type { Change } from '@glasshouse/protocol/security/kinds';
import type { Tx } from '#platform/database/db.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import * as table from './sql.ts';

const lasts = minutes(60);

type Changed = { security_change: string | null; security_changed_at: Date | null; logged_in_again_at: Date | null };
/** Why withdrawals are locked and until when; `until` is null until the first log-in after the change. */
export type WithdrawalLock = { kind: Change; changedAt: Date; loggedInAt: Date | null; until: Date | null };

/** Locked from a change to the means of logging in until an hour after the first log-in that follows it. */
export function withdrawalLock(now: Date, person: Changed): WithdrawalLock | null {
  const { security_changed_at: changedAt, logged_in_again_at: loggedInAt } = person;
  if (!changedAt) return null;
  const until = loggedInAt && plus(loggedInAt, lasts);
  if (until && until <= now) return null;
  return { kind: (person.security_change ?? 'password_changed') as Change, changedAt, loggedInAt, until };
}

/** Whether a user withdraws to saved payees only, and until when if they have switched it off. */
export async function savedOnlyOf(tx: Tx, now: Date, person: string) {
  const row = await table.savedOnlyRow(tx, person);
  const on = row !== undefined && (row.ends_at === null || row.ends_at > now);
  return { on, endsAt: on ? (row.ends_at?.toISOString() ?? null) : null };
}

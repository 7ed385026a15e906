import { type IdentityEvent, keptDays } from '@glasshouse/protocol/identity/calls';
import type { Tx } from '#platform/database/db.ts';
import type { Tell } from '#platform/runtime/bus.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { eraseFilesAt } from '../files/files.ts';
import * as table from './sql.ts';

export const kind = 'identity';

/** What happens when an identity passes, in the same transaction. */
export type OnPassed = (tx: Tx, tell: Tell, number: bigint) => Promise<void>;

/** What follows from a decision: the day on which all that was submitted is erased. */
export async function eraseLater(tx: Tx, now: Date, { id, person }: { id: string; person: string }): Promise<void> {
  const at = plus(now, days(keptDays));
  const { front, back } = await table.caseById(tx, id);
  await eraseFilesAt(tx, person, [front!, back!], at);
  await table.setErasure(tx, id, at);
}

/** Tells the person's own screens. Those who miss it ask. */
export function tellDecided(tell: Tell, number: bigint, state: IdentityEvent['state']) {
  const event: IdentityEvent = { type: 'identity', state };
  tell(`user.${number}`, JSON.stringify(event));
}

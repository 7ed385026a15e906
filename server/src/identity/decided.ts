import { type IdentityEvent, keptDays } from '@glasshouse/protocol/identity/calls';
import { eraseFilesAt } from '../files/files.ts';
import type { Tell } from '../platform/bus.ts';
import { days, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import * as table from './sql.ts';

export const kind = 'identity';

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

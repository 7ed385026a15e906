import { type IdentityEvent, keptDays } from '@glasshouse/protocol/identity/calls';
import type { Tx } from '#platform/database/db.ts';
import type { Publish } from '#platform/runtime/bus.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { eraseFilesAt } from '../files/files.ts';
import * as table from './sql.ts';

export const kind = 'identity';

/** Runs in the transaction in which an identity passes. */
export type OnPassed = (tx: Tx, publish: Publish, number: bigint) => Promise<void>;

/** Schedules the erasure of everything that was submitted, after a decision. */
export async function eraseLater(tx: Tx, now: Date, { id, person }: { id: string; person: string }): Promise<void> {
  const at = plus(now, days(keptDays));
  const { front, back } = await table.caseById(tx, id);
  await eraseFilesAt(tx, person, [front!, back!], at);
  await table.setErasure(tx, id, at);
}

/** Notifies the person's own screens. Screens that miss it refetch. */
export function publishDecision(publish: Publish, number: bigint, state: IdentityEvent['state']) {
  const event: IdentityEvent = { type: 'identity', state };
  publish(`user.${number}`, JSON.stringify(event));
}

import type { InvitesEvent } from '@glasshouse/protocol/invites/calls';
import type { Tx } from '#platform/database/db.ts';
import type { Tell } from '#platform/runtime/bus.ts';
import { inviterOf } from './sql.ts';

/** Tells an inviter's own screens. Those who miss it ask. */
export function tellInviter(tell: Tell, inviter: bigint): void {
  const event: InvitesEvent = { type: 'invites' };
  tell(`user.${inviter}`, JSON.stringify(event));
}

/** The same to whoever invited somebody whose identity has passed. */
export async function tellInviterOf(tx: Tx, tell: Tell, invitee: bigint): Promise<void> {
  const inviter = await inviterOf(tx, invitee);
  if (inviter !== undefined) tellInviter(tell, inviter);
}

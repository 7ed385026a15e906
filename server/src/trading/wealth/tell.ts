import type { WealthEvent } from '@glasshouse/protocol/wealth/calls';
import type { Tell } from '#platform/runtime/bus.ts';

/** Tells the owner's own screens that something of theirs was bought, paid or has ended. Those who miss it ask. */
export function tellWealth(tell: Tell, owner: bigint, id: string | null): void {
  const event: WealthEvent = { type: 'wealth', id };
  tell(`user.${owner}`, JSON.stringify(event));
}

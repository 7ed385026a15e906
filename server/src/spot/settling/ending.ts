import { coins } from '@glasshouse/protocol/market/coins';
import { exitOf } from '@glasshouse/protocol/orders/one-tick';
import type { SpotEvent } from '@glasshouse/protocol/spot/calls';
import { firstTicks } from '../../market/market.ts';
import type { Ending, Tape } from '../../orders/orders.ts';
import type { Db } from '../../platform/db.ts';
import { outcomeNamed } from '../outcomes.ts';
import { product } from '../product.ts';
import { type Decision, type Kind, kindsAgreed, settleChunk } from './settle-sql.ts';

/** What each rule says of every coin at these slots, as far as the tape can tell. */
async function decide(
  db: Db,
  slots: readonly number[],
  kinds: readonly Kind[],
  { newest, through, givenUp }: Tape,
): Promise<Map<number, Decision[]>> {
  const asked = slots.flatMap((slot) => coins.map(({ id: symbol }) => ({ slot, symbol })));
  const found = await firstTicks(
    db,
    asked.map(({ slot, symbol }) => ({ symbol, from: BigInt(slot), to: BigInt(newest) })),
  );
  const decisions = new Map<number, Decision[]>(slots.map((slot) => [slot, []]));
  asked.forEach(({ slot, symbol }, place) => {
    const first = found[place];
    const ticks = first ? [{ slot: Number(first.slot), price: first.price }] : [];
    for (const { rule } of kinds) {
      const exit = exitOf({ rule, dueSlot: slot }, ticks, through, givenUp);
      if (exit === undefined) continue;
      const tick =
        exit === 'void' ? { exitSlot: null, exitPrice: null } : { exitSlot: exit.slot, exitPrice: exit.price };
      decisions.get(slot)!.push({ symbol, rule, ...tick });
    }
  });
  return decisions;
}

/** How the tape fills orders of coins. */
export const ending: Ending<Kind, Decision> = {
  table: product.table,
  kindsAgreed,
  longest: 1,
  // An order is due half a second after its head, and may be committed seconds later.
  lingers: 40,
  decide,
  settleChunk,
  // What sold coins brought is counted as they are booked.
  addUp: async () => {},
  event: 'spot' satisfies SpotEvent['type'],
  tell: ({ id, result }): SpotEvent['orders'][number] => ({ id, outcome: outcomeNamed(result) }),
};

import { coins } from '@glasshouse/protocol/market/coins';
import { exitOf } from '@glasshouse/protocol/orders/one-tick';
import { firstTicks } from '#evidence/market/market.ts';
import type { Db } from '#platform/database/db.ts';
import type { Tape } from '../ending.ts';

/** The tick that ends all orders of a coin and a rule that are due at one slot; null for void ones. */
export type Exit = { symbol: number; rule: number; exitSlot: number | null; exitPrice: bigint | null };

/** The exits at each of these slots for orders that end by one tick, as far as the tape can tell. */
export async function exitsAt(
  db: Db,
  slots: readonly number[],
  kinds: readonly { rule: number }[],
  { newest, through, givenUp }: Tape,
): Promise<Map<number, Exit[]>> {
  const places = slots.flatMap((slot) => coins.map(({ id: symbol }) => ({ slot, symbol })));
  const found = await firstTicks(
    db,
    places.map(({ slot, symbol }) => ({ symbol, from: BigInt(slot), to: BigInt(newest) })),
  );
  const exits = new Map<number, Exit[]>(slots.map((slot) => [slot, []]));
  places.forEach(({ slot, symbol }, place) => {
    const tick = found[place];
    const ticks = tick ? [{ slot: Number(tick.slot), price: tick.price }] : [];
    for (const { rule } of kinds) {
      const exit = exitOf({ rule, dueSlot: slot }, ticks, through, givenUp);
      if (exit === 'void') exits.get(slot)!.push({ symbol, rule, exitSlot: null, exitPrice: null });
      else if (exit) exits.get(slot)!.push({ symbol, rule, exitSlot: exit.slot, exitPrice: exit.price });
    }
  });
  return exits;
}

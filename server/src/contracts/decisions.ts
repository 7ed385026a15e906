import { coins } from '@glasshouse/protocol/coins';
import { dueSlot, type Price, ruleVersion, settle } from '@glasshouse/protocol/settle';
import { firstTicks } from '../market/market.ts';
import type { Db } from '../platform/db.ts';
import { outcomeCodes } from './outcomes.ts';
import type { Decision } from './settle-sql.ts';

/** What the rule says of every coin and period at these slots, as far as the tape can tell. */
export async function decideSlots(
  db: Db,
  slots: readonly number[],
  periods: readonly number[],
  newest: number,
  through: number,
): Promise<Map<number, Decision[]>> {
  const groups = slots.flatMap((slot) =>
    coins.flatMap(({ id: symbol }) =>
      periods.map((seconds) => ({ slot, symbol, seconds, headSlot: slot - dueSlot({ headSlot: 0, seconds }) })),
    ),
  );
  const to = BigInt(newest);
  const entries = await firstTicks(
    db,
    groups.map(({ symbol, headSlot }) => ({ symbol, from: BigInt(headSlot + 1), to })),
  );
  const exits = await firstTicks(
    db,
    slots.flatMap((slot) => coins.map(({ id: symbol }) => ({ symbol, from: BigInt(slot), to }))),
  );
  const decisions = new Map<number, Decision[]>(slots.map((slot) => [slot, []]));
  groups.forEach(({ slot, symbol, seconds, headSlot }, place) => {
    const exit = exits[Math.floor(place / periods.length)];
    const ticks = [entries[place], exit].flatMap((tick): Price[] =>
      tick ? [{ slot: Number(tick.slot), price: tick.price }] : [],
    );
    const agreed = { rule: ruleVersion, seconds, headSlot, stake: 1n, returnBp: 1 };
    const long = settle({ ...agreed, direction: 'long' }, ticks, through);
    const short = settle({ ...agreed, direction: 'short' }, ticks, through);
    if (!long || !short) return;
    decisions.get(slot)!.push({
      symbol,
      seconds,
      long: outcomeCodes[long.outcome],
      short: outcomeCodes[short.outcome],
      entrySlot: long.entry?.slot ?? null,
      entryPrice: long.entry?.price ?? null,
      exitSlot: long.exit?.slot ?? null,
      exitPrice: long.exit?.price ?? null,
    });
  });
  return decisions;
}

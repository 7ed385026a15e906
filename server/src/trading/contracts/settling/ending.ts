import type { ContractEvent } from '@glasshouse/protocol/contracts/calls';
import { dueSlot, settle } from '@glasshouse/protocol/contracts/settle';
import { coins } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Price } from '@glasshouse/protocol/orders/tape-rule';
import { firstTicks } from '#evidence/market/market.ts';
import type { Db } from '#platform/database/db.ts';
import type { SettlementStrategy, Tape } from '../../orders/orders.ts';
import { outcomeCodes, outcomeNamed, product } from '../product.ts';
import { addUp, type Decision, type Kind, kindsAgreed, settleChunk } from './settle-sql.ts';

/** The decision of each rule for every coin and period at these slots, as far as the tape can tell. */
async function decideSlots(
  db: Db,
  slots: readonly number[],
  kinds: readonly Kind[],
  { newest, through, givenUp }: Tape,
): Promise<Map<number, Decision[]>> {
  const groups = slots.flatMap((slot) =>
    coins.flatMap(({ id: symbol }) =>
      kinds.map(({ rule, seconds }) => ({
        slot,
        symbol,
        rule,
        seconds,
        headSlot: slot - dueSlot({ headSlot: 0, seconds }),
      })),
    ),
  );
  const to = BigInt(newest);
  // Every rule uses either the first tick at or after these slots, or only a tick in them.
  const entries = await firstTicks(
    db,
    groups.map(({ symbol, headSlot }) => ({ symbol, from: BigInt(headSlot + 1), to })),
  );
  const exits = await firstTicks(
    db,
    slots.flatMap((slot) => coins.map(({ id: symbol }) => ({ symbol, from: BigInt(slot), to }))),
  );
  const decisions = new Map<number, Decision[]>(slots.map((slot) => [slot, []]));
  groups.forEach(({ slot, symbol, rule, seconds, headSlot }, place) => {
    const exit = exits[Math.floor(place / kinds.length)];
    const ticks = [entries[place], exit].flatMap((tick): Price[] =>
      tick ? [{ slot: Number(tick.slot), price: tick.price }] : [],
    );
    const agreed = { rule, seconds, headSlot, stake: 1n, returnBp: 1 };
    const long = settle({ ...agreed, direction: 'long' }, ticks, through, givenUp);
    const short = settle({ ...agreed, direction: 'short' }, ticks, through, givenUp);
    if (!long || !short) return;
    decisions.get(slot)!.push({
      symbol,
      rule,
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

/** How the tape ends contracts. */
export const ending: SettlementStrategy<Kind, Decision> = {
  table: product.table,
  kindsAgreed,
  longest: 7201, // from the first slot after the head to the exit of a one-hour contract
  decide: decideSlots,
  settleChunk,
  addUp,
  event: 'contract' satisfies ContractEvent['type'],
  toEvent: ({ id, result, payout }): ContractEvent['orders'][number] => ({
    id,
    outcome: outcomeNamed(result),
    payout: formatUsdt(payout),
  }),
};

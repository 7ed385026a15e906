import { toHex } from '@glasshouse/protocol/bytes';
import { checkRun } from '@glasshouse/protocol/market/proof';
import { slotsPerMinute, zeroHash } from '@glasshouse/protocol/market/tape';
import { readTicks, runOf } from '@glasshouse/protocol/market/ticks-file';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isByGenerator } from '@glasshouse/protocol/options/quote';
import { lifeSlots } from '@glasshouse/protocol/options/terms';
import { type Reading, readingFor, volatilityOf } from '@glasshouse/protocol/options/volatility';
import type { Price } from '@glasshouse/protocol/orders/tape-rule';
import { sha } from './sha.ts';
import { describe, nameOf } from './words.ts';

// Checks that the volatility used to price an option follows from the tape. A receipt contains the ticks that decide
// the option. This check also needs those of the preceding 25 hours.

type Text = { name: string; text: string };
/** Consecutive ticks of a coin, and the hash before the first of them. */
type Stretch = { before: string; hash: string; ticks: Price[] };
export type Stretches = ReadonlyMap<string, Stretch[]>;

/** Reads signed tick files. Consecutive ones are joined into one stretch. */
export async function readStretches(
  files: readonly Text[],
  trusted: readonly string[] | undefined,
): Promise<Stretches> {
  const found = new Map<string, Stretch[]>();
  for (const { name, text } of files) {
    const file = readTicks(text);
    const run = runOf(file);
    if (!file.proof || file.ticks.length === 0) throw new Error(`${name}: it has no signed checkpoint`);
    const fault = await checkRun({ ...run, ...file.proof }, trusted, { hash: sha });
    if (fault) throw new Error(`${name}: ${describe(file.symbol, fault, undefined)}`);
    const ticks = file.ticks.map(({ slot, price }) => ({ slot, price }));
    const own = found.get(nameOf(file.symbol)) ?? [];
    own.push({ before: file.before, hash: file.ticks.at(-1)!.hash, ticks });
    found.set(nameOf(file.symbol), own);
  }
  for (const [symbol, own] of found) found.set(symbol, joined(own));
  return found;
}

function joined(own: Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const each of own.toSorted((a, b) => a.ticks[0]!.slot - b.ticks[0]!.slot)) {
    const last = stretches.at(-1);
    if (last?.hash !== each.before) stretches.push(each);
    else {
      for (const tick of each.ticks) last.ticks.push(tick);
      last.hash = each.hash;
    }
  }
  return stretches;
}

const beginning = toHex(zeroHash);
/** The part of a tape needed to price at the tick of a slot. Undefined if ticks are missing. */
function readingIn(stretches: readonly Stretch[], slot: number): Reading | undefined {
  const { ticks, minutes } = readingFor(slot);
  const from = Math.min(ticks.first, minutes.first - slotsPerMinute + 1);
  const whole = stretches.find(
    (each) => (each.ticks[0]!.slot <= from || each.before === beginning) && each.ticks.at(-1)!.slot >= slot,
  );
  if (!whole) return undefined;
  const closes = new Map<number, Price>();
  for (const { slot: at, price } of whole.ticks) {
    // The last slot of its minute.
    const close = at - (at % slotsPerMinute) + slotsPerMinute - 1;
    if (close >= minutes.first && close <= minutes.last) closes.set(close, { slot: close, price });
  }
  return {
    ticks: whole.ticks.filter((tick) => tick.slot >= ticks.first && tick.slot <= ticks.last),
    minutes: [...closes.values()],
  };
}

const percent = (millionths: number) => `${(millionths / 10_000).toFixed(2)} %`;

/** One line for each volatility of an option. Throws if one does not follow from the tape. */
export function volatilityLines(name: string, order: OptionOrder, stretches: Stretches | undefined): string[] {
  const { quote, sale, seconds, dueSlot, terms = 1 } = order;
  if (isByGenerator(quote.model))
    return [`   volatility ${percent(quote.volatility)} is the generator's for its coin and time`];
  if (!stretches)
    return [`   volatility ${percent(quote.volatility)} as it says; with --ticks it is worked out from the tape`];
  const own = stretches.get(order.symbol) ?? [];
  const stated = [
    { what: 'its quote', ...quote, slots: lifeSlots(seconds, quote.slot) },
    ...(sale ? [{ what: 'its sale', ...sale, slots: dueSlot - sale.slot }] : []),
  ];
  return stated.map(({ what, slot, slots, volatility }) => {
    // Under the first version of the terms, the tape was evaluated only at every tenth slot.
    const by = terms === 1 ? slot - (slot % 10) : slot;
    const reading = readingIn(own, by);
    if (!reading) throw new Error(`${name}: the tick files do not hold the 25 hours before ${what} without a hole`);
    const moved = volatilityOf(reading, by)(slots);
    if (moved !== volatility)
      throw new Error(
        `${name}: the volatility of ${what} is ${percent(volatility)}, the tape says ${moved === undefined ? 'nothing' : percent(moved)}`,
      );
    return `   the volatility of ${what}, ${percent(volatility)}, is what the tape had moved`;
  });
}

import type { MarkName, ShownReceipt } from './products/product.ts';
import { marksOf, shownAround } from './products/registry.tsx';

export type Tick = ShownReceipt['runs'][number]['ticks'][number];
export type Row =
  | { kind: 'tick'; tick: Tick; of?: MarkName }
  | { kind: 'between'; after: number; count: number }
  /** A gap without ticks, after one slot. */
  | { kind: 'silence'; after: number; slots: number }
  /** A new run of ticks begins; the ticks in between are not in the receipt. */
  | { kind: 'apart'; after: number; slots: number };

const neighbours = { before: 2, after: 1 };

/**
 * The ticks around the deciding ones, and a wrong one, each once and in order. Ticks left out are counted, and gaps are
 * shown.
 */
export function rowsOf(receipt: ShownReceipt, wrongSlot?: number): Row[] {
  const { runs } = receipt;
  const { ticks, begins } = ticksOf(runs);
  const shown = new Set<number>();
  const showAround = (slot: number, before: number) => {
    const at = ticks.findIndex((tick) => tick.slot >= slot);
    const place = at < 0 ? ticks.length : at;
    for (let i = place - before; i <= place + neighbours.after; i++) if (ticks[i]) shown.add(i);
  };
  shownAround(receipt).forEach((slot, i) => {
    showAround(slot, i === 0 ? neighbours.before : 1);
  });
  if (wrongSlot !== undefined) showAround(wrongSlot, 1);
  const marks = marksOf(receipt);
  const rows: Row[] = [];
  let last = -1;
  for (const place of [...shown].sort((a, b) => a - b)) {
    const tick = ticks[place]!;
    const before = ticks[last];
    const apart = before && begins > last && begins <= place && tick.slot - ticks[begins - 1]!.slot > 1;
    if (apart) rows.push({ kind: 'apart', after: before.slot, slots: tick.slot - before.slot });
    else if (before && place > last + 1) rows.push({ kind: 'between', after: before.slot, count: place - last - 1 });
    else if (before) rows.push(...silence(before.slot, tick.slot));
    // If two marks are on one tick, the later one is what ended the order.
    const of = marks.findLast(({ slot }) => slot === tick.slot)?.of;
    rows.push({ kind: 'tick', tick, ...(of && { of }) });
    last = place;
  }
  const [end, newest] = [runs.at(-1)!.checkpoint.slot, ticks.at(-1)!.slot];
  return last === ticks.length - 1 ? [...rows, ...silence(newest, end + 1)] : rows;
}

/** The ticks of all runs, and the position where a second run begins. If the runs overlap, they share those ticks. */
function ticksOf(runs: ShownReceipt['runs']): { ticks: Tick[]; begins: number } {
  const first = runs[0]!.ticks;
  const newest = first.at(-1)!.slot;
  const later = runs.slice(1).flatMap((run) => run.ticks.filter(({ slot }) => slot > newest));
  return { ticks: [...first, ...later], begins: later.length > 0 ? first.length : -1 };
}

const minSilence = 4; // slots
const silence = (after: number, next: number): Row[] =>
  next - after - 1 >= minSilence ? [{ kind: 'silence', after, slots: next - after - 1 }] : [];

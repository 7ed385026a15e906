import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { dueSlot } from '@glasshouse/protocol/contracts/settle';

export type Tick = Receipt['runs'][number]['ticks'][number];
export type Row =
  | { kind: 'tick'; tick: Tick; of?: 'entry' | 'exit' }
  | { kind: 'between'; after: number; count: number }
  /** No tick from after one slot up to another. */
  | { kind: 'silence'; after: number; slots: number };

const neighbours = { before: 2, after: 1 };

/** The ticks around entry and exit, and a wrong one, each once and in order, with what lies between counted or its absence shown. */
export function rowsOf({ order, runs }: Receipt, wrongSlot?: number): Row[] {
  const ticks = ticksOf(runs);
  const shown = new Set<number>();
  const showAround = (slot: number, before: number) => {
    const at = ticks.findIndex((tick) => tick.slot >= slot);
    const place = at < 0 ? ticks.length : at;
    for (let i = place - before; i <= place + neighbours.after; i++) if (ticks[i]) shown.add(i);
  };
  showAround(order.entry?.slot ?? order.headSlot + 1, neighbours.before);
  // Without an entry the order was over before its end.
  if (order.entry) showAround(order.exit?.slot ?? dueSlot(order), 1);
  if (wrongSlot !== undefined) showAround(wrongSlot, 1);
  const rows: Row[] = [];
  let last = -1;
  for (const place of [...shown].sort((a, b) => a - b)) {
    const tick = ticks[place]!;
    const before = ticks[last];
    if (before && place > last + 1) rows.push({ kind: 'between', after: before.slot, count: place - last - 1 });
    else if (before) rows.push(...silence(before.slot, tick.slot));
    rows.push({ kind: 'tick', tick, ...named(order, tick.slot) });
    last = place;
  }
  const [end, newest] = [runs.at(-1)!.checkpoint.slot, ticks.at(-1)!.slot];
  return last === ticks.length - 1 ? [...rows, ...silence(newest, end + 1)] : rows;
}

/** All ticks of all runs; where a second run begins before the first has ended they are the same ones. */
function ticksOf(runs: Receipt['runs']): Tick[] {
  const newest = runs[0]!.ticks.at(-1)!.slot;
  return [...runs[0]!.ticks, ...runs.slice(1).flatMap((run) => run.ticks.filter(({ slot }) => slot > newest))];
}

const worthSaying = 4; // slots
const silence = (after: number, next: number): Row[] =>
  next - after - 1 >= worthSaying ? [{ kind: 'silence', after, slots: next - after - 1 }] : [];

function named({ entry, exit }: Receipt['order'], slot: number): { of?: 'entry' | 'exit' } {
  // With both in one tick the exit is what ended the order.
  if (exit?.slot === slot) return { of: 'exit' };
  return entry?.slot === slot ? { of: 'entry' } : {};
}

import type { Made } from '@glasshouse/protocol/synthetic';
import type { Bus } from '../platform/bus.ts';

// What the feed says on the bus. Everything in it is in the database already.

export const tickSubject = 'tape.tick';
export const minuteSubject = 'tape.minute';

/** Calls whenever a slot was written, as far as the bus brings word of it. */
export const hearTicks = (bus: Bus, hear: () => void): (() => void) => bus.subscribe(tickSubject, hear);

/** One slot with the slot written before it, so that whoever listens knows whether it missed one. A slot read from the database does not say its source. */
export type SlotMessage = {
  slot: number;
  previous: number | undefined;
  source: string | undefined;
  ticks: readonly Made[];
};

export const tickText = ({ slot, previous, source, ticks }: SlotMessage): string =>
  JSON.stringify([slot, previous ?? -1, source, ticks.map((t) => [t.symbol, String(t.price), String(t.volume)])]);

export function readTickText(text: string): SlotMessage {
  const [slot, previous, source, ticks] = JSON.parse(text) as [number, number, string, [number, string, string][]];
  return {
    slot,
    previous: previous < 0 ? undefined : previous,
    source,
    ticks: ticks.map(([symbol, price, volume]) => ({ symbol, price: BigInt(price), volume: BigInt(volume) })),
  };
}

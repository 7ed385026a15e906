import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import type { SourceMessage } from '@glasshouse/protocol/market/tape';

/** A price from outside: whose it is, and the message it was read from, unless that was handed over with an earlier slot. */
export type SourceTick = GeneratedPrice & { heard: SourceMessage; raw: Uint8Array | undefined };

/** Prices that are there when their slot is, or never. A symbol it has no fresh price for is left out: a gap, never a guess. */
export type Source = {
  name: 'exchange' | 'replay';
  at: (slot: number) => Promise<readonly SourceTick[]>;
  close: () => void;
};

/** Prices of every slot, however late they are made. */
export type Grid = {
  name: 'synthetic';
  /** All coins in a slot; undefined while its round is not out. Slots are asked for in order. */
  at: (slot: number) => Promise<readonly GeneratedPrice[] | undefined>;
  close: () => Promise<void>;
};

import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import type { SourceMessage } from '@glasshouse/protocol/market/tape';

/**
 * A price from outside: its source, and the message it was read from, unless that was passed on with an earlier slot.
 */
export type SourceTick = GeneratedPrice & { heard: SourceMessage; raw: Uint8Array | undefined };

/**
 * Prices that are available at their slot or never. A symbol without a fresh price is left out: a gap, never a guess.
 */
export type Source = {
  name: 'exchange' | 'replay';
  at: (slot: number) => Promise<readonly SourceTick[]>;
  close: () => void;
};

/** Prices of every slot, however late they are made. */
export type Grid = {
  name: 'synthetic';
  /** All coins in a slot; undefined until its round is published. Slots must be requested in order. */
  at: (slot: number) => Promise<readonly GeneratedPrice[] | undefined>;
  close: () => Promise<void>;
};

import type { Made } from '@glasshouse/protocol/market/synthetic';

/** Prices that are there when their slot is, or never. A symbol it has no fresh price for is left out: a gap, never a guess. */
export type Source = {
  name: 'exchange' | 'replay';
  at: (slot: number) => Promise<readonly Made[]>;
  close: () => void;
};

/** Prices of every slot, however late they are made. */
export type Grid = {
  name: 'synthetic';
  /** All coins in a slot; undefined while its round is not out. Slots are asked for in order. */
  at: (slot: number) => Promise<readonly Made[] | undefined>;
  close: () => Promise<void>;
};

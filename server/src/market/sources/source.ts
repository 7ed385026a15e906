import type { Made } from '@glasshouse/protocol/market/synthetic';

/** Where prices come from. A symbol it has no fresh price for is left out, and stays without a tick: a gap, never a guess. */
export type Source = {
  name: 'synthetic' | 'exchange' | 'replay';
  at: (slot: number) => Promise<readonly Made[]>;
  close: () => void;
};

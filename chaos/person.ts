import type { Endpoint } from '../protocol/src/endpoint.ts';
import type { Random } from './random.ts';

export type Envelope = { code: number; msg: string; data: unknown };
export type Person = {
  random: Random;
  ask: (endpoint: Endpoint, body: object) => Promise<Envelope | undefined>;
  /** Counts a failed action by its reason. */
  note: (reason: string) => void;
  taken: (product: 'contract' | 'option' | 'spot' | 'transfer', id: string, data: unknown) => void;
  sold: (id: string, payout: string) => void;
  /** The orders and transfers that this user opened. */
  own: Record<'contract' | 'option' | 'spot' | 'transfer', string[]>;
};

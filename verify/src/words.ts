import { coinById, formatPrice } from '@glasshouse/protocol/market/coins';
import type { Fault, ProvenTick } from '@glasshouse/protocol/market/proof';
import { msOf } from '@glasshouse/protocol/market/tape';

export const nameOf = (symbol: number): string => coinById(symbol)?.symbol ?? `symbol ${symbol}`;
export const timeOf = (slot: number): string => new Date(msOf(slot)).toISOString();

const meanings: Record<Fault['what'], string> = {
  tick: 'its hash does not follow from the tick before it, its slot and its price',
  order: 'it is not after the tick before it',
  root: 'it is not the head that the signed checkpoint stands for',
  signature: 'the checkpoint was not signed by the key it names',
  key: 'the checkpoint is signed by another key than the trusted one',
};

/** Names the first tick that is wrong, and why. */
export function describe(symbol: number, { slot, what }: Fault, tick?: ProvenTick): string {
  const price = tick ? ` at ${formatPrice(BigInt(tick.price), coinById(symbol)?.decimals ?? 0)}` : '';
  return `${nameOf(symbol)} slot ${slot} (${timeOf(slot)})${price}: ${meanings[what]}`;
}

import { coinById, formatPrice } from '@glasshouse/protocol/market/coins';
import type { Fault, ProvenTick } from '@glasshouse/protocol/market/proof';
import { msOf } from '@glasshouse/protocol/market/tape';

/** From whom prices were heard; nothing of prices that the site made. */
export function sayHeard(ticks: readonly Pick<ProvenTick, 'heard'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { heard } of ticks) if (heard) counts.set(heard.source, (counts.get(heard.source) ?? 0) + 1);
  return [...counts].map(
    ([source, count]) => `   ${count} of ${ticks.length} ticks say that they were heard from ${source}`,
  );
}

export const nameOf = (symbol: number): string => coinById(symbol)?.symbol ?? `symbol ${symbol}`;
export const timeOf = (slot: number): string => new Date(msOf(slot)).toISOString();

const meanings: Record<Fault['what'], string> = {
  tick: 'its hash does not follow from the tick before it, its slot and its price',
  stale: 'its message was heard more than 3 s before or after it',
  order: 'it is not after the tick before it',
  root: 'it is not the head that the signed checkpoint stands for',
  signature: 'the checkpoint was not signed by the key it names',
  key: 'the checkpoint is signed by another key than the trusted one',
};

const heardWrong =
  'its hash does not follow from the tick before it, its slot, its price, and from whom, when and in which message it was heard';

/** Names the first tick that is wrong, and why. */
export function describe(symbol: number, { slot, what }: Fault, tick?: ProvenTick): string {
  const price = tick ? ` at ${formatPrice(BigInt(tick.price), coinById(symbol)?.decimals ?? 0)}` : '';
  return `${nameOf(symbol)} slot ${slot} (${timeOf(slot)})${price}: ${what === 'tick' && tick?.heard ? heardWrong : meanings[what]}`;
}

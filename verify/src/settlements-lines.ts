import { productNameOf } from '@glasshouse/protocol/orders/by-product';
import type { OtherProduct } from '@glasshouse/protocol/orders/settlements-file';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import type { Fail, Ground, Line } from './products/product.ts';
import { verifiedProducts } from './products/registry.ts';

// The lines of orders in a file of settlements: how they are read, and recomputed from the tape in it.

/** The order in a line; undefined if it is none of this product. */
export const readLine = (product: OtherProduct | undefined, line: string): Line | undefined =>
  verifiedProducts[productNameOf({ product })].readLine(line);

/** Holds an order against the tape; fails where it comes to something else, or was due and is said to be open. */
export function recompute(line: Line, ground: Ground, fail: Fail): void {
  if (!isRule(line.rule)) fail(`rule ${line.rule} is unknown here`);
  const { product, symbol, headSlot, outcome, dueSlot: due } = line;
  const ticks = ground.tapes.at(symbol, headSlot, fail);
  if (!ticks.has(headSlot)) fail(`the head, slot ${headSlot}, is not on the tape`);
  if (outcome === 'open' && (ground.asOf === undefined || due <= ground.asOf))
    fail(`STILL OPEN: ${line.name} was due at slot ${due}, and the file is as of slot ${ground.asOf ?? due}`);
  verifiedProducts[product].recompute(line, ground, fail);
}

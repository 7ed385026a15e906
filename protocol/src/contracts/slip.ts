import { fromHex, layout, toHex } from '../bytes.ts';
import { coinBySymbol } from '../market/coins.ts';
import { climb, type PathStep, sha256, signedBy } from '../market/tape.ts';
import { parseUnits } from '../money.ts';
import type { Receipt } from './calls.ts';
import type { Agreed } from './settle.ts';

// What was agreed, signed before the outcome exists. Orders accepted together share one signature, over the root of a tree.

/** Everything an order is decided by. `headHash` pins the whole tape up to the head. */
export type SlipTerms = Agreed & { id: string; symbol: number; headHash: string };
export type Slip = { path: { side: 'left' | 'right'; hash: string }[]; publicKey: string; signature: string };

/** An order with its slip. */
export type Agreement = Pick<Receipt, 'order' | 'headHash' | 'slip'>;

/** What the slip of an order is signed for; undefined if this is not a possible order. */
export function slipTerms({ order, headHash }: Omit<Agreement, 'slip'>): SlipTerms | undefined {
  const { id, rule, direction, seconds, returnBp, headSlot } = order;
  const symbol = coinBySymbol(order.symbol)?.id;
  const stake = parseUnits(order.stake, 'USDT');
  if (symbol === undefined || stake === undefined) return undefined;
  return { id, rule, symbol, direction, seconds, stake, returnBp, headSlot, headHash };
}

// The tape's kinds end at 6.
const kind = { terms: 7, signed: 8 } as const;

export const slipBytes = (terms: SlipTerms): Uint8Array<ArrayBuffer> =>
  layout(
    { u8: kind.terms },
    { raw: fromHex(terms.id.replaceAll('-', '')) },
    { u8: terms.rule },
    { u32: terms.symbol },
    { u8: terms.direction === 'long' ? 1 : 2 },
    { u32: terms.seconds },
    { u64: terms.stake },
    { u32: terms.returnBp },
    { u64: terms.headSlot },
    { raw: fromHex(terms.headHash) },
  );

/** What the key signs: the root of the tree over the slips accepted together. A slip alone is its own root. */
export const signedBytes = (root: Uint8Array): Uint8Array<ArrayBuffer> => layout({ u8: kind.signed }, { raw: root });

/** Whether the slip's key signed these terms. */
export async function checkSlip(terms: SlipTerms, slip: Slip): Promise<boolean> {
  const path = slip.path.map(({ side, hash }): PathStep => ({ side, hash: fromHex(hash) }));
  const root = await climb(await sha256(slipBytes(terms)), path);
  return signedBy(slip.publicKey, slip.signature, signedBytes(root));
}

export const slipName = async (terms: SlipTerms): Promise<string> => toHex(await sha256(slipBytes(terms)));

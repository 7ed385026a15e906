import { sign } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { checkpointBytes, dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { productOf } from '@glasshouse/protocol/orders/products';
import type { OrderBase, ReceiptOf, SeedDay } from '@glasshouse/protocol/orders/shapes';
import { slipRoot } from '@glasshouse/protocol/orders/slip';
import { writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, entryBytes } from '@glasshouse/protocol/publiclog/entries';
import { leafHash, nodeHash, proveInclusion, rootAt, type Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { cosignText, noteKey, signText, writeKey, writeNote } from '@glasshouse/protocol/publiclog/note';
import { newKey, sha } from './sample-receipt.ts';

// Receipts in a log that is built for them.

const origin = 'site.example/log';
const [logSigner, witnessSigner] = [newKey(), newKey()];
export const logKey = await noteKey(origin, 'text', fromHex(logSigner.hex));
export const witnessKey = await noteKey('witness.example', 'cosignature', fromHex(witnessSigner.hex));

type Second = Extract<Entry, { kind: 'tape' }>;
const hex = ({ slot, size, root, previous }: Second) => ({
  ...{ slot, size, root: toHex(root), previous: toHex(previous) },
});

const sealOf = ({ checkpoint: { slot, size, root, previous } }: ReceiptOf<OrderBase>['runs'][number]): Second => ({
  ...{ kind: 'tape', slot, size, root: fromHex(root), previous: fromHex(previous) },
});

/** A day of generated prices, and the places of its entries before the order is inserted. */
export type Planned = Omit<SeedDay, 'commitment' | 'opening'> & {
  announced: Extract<Entry, { kind: 'day' }>;
  began: Extract<Entry, { kind: 'opening' }>;
  at: [number, number];
};
/** Choices of a dishonest site: where it puts the order among the entries, and which seconds of the tape it names. */
type Deed = {
  orderAt?: number;
  /** The place before the order is inserted. */
  saleAt?: number;
  secondAt?: number;
  beforeAt?: number;
  days?: Planned[];
  gap?: { first: number; last: number };
};
/**
 * The receipt with its place in a log of ten entries: the order is the third, its outcome the sixth, the seal of its
 * ticks the eighth.
 */
export async function logged<R extends ReceiptOf<OrderBase>>(
  receipt: R,
  { orderAt = 2, saleAt = 3, secondAt = 7, beforeAt = 5, days, gap }: Deed = {},
): Promise<R> {
  const { order, headHash, slip, runs } = receipt;
  const product = productOf(receipt);
  const loggedAs = product.loggedAs(order);
  const named = loggedAs ? { product: loggedAs } : {};
  const root = await slipRoot(product.slipBytes(order, headHash)!, slip);
  const secondOf = (after: number, before: Uint8Array): Second => ({
    ...{ kind: 'tape', slot: order.headSlot + after, size: 3, root: sha(new Uint8Array([after])), previous: before },
  });
  const before = secondOf(beforeAt, sha(new Uint8Array([1])));
  const second = secondOf(secondAt, sha(checkpointBytes(before)));
  const entries: Entry[] = Array.from({ length: 9 }, (_, round) => ({
    kind: 'round',
    round,
    signature: sha(new Uint8Array([round])),
  }));
  entries[5] = second;
  const [firstSeal, lastSeal] = [sealOf(runs[0]!), sealOf(runs.at(-1)!)];
  entries[7] = lastSeal;
  if (runs.length > 1) entries[8] = firstSeal;
  const sale = product.endEntry(order, sha(product.slipBytes(order, headHash)!));
  if (sale) entries[saleAt] = sale;
  if (gap) entries[4] = { kind: 'givenUp', day: dayOf(gap.first), ...gap };
  for (const { announced, began, at } of days ?? []) {
    entries[at[0]] = announced;
    entries[at[1]] = began;
  }
  entries.splice(orderAt, 0, { kind: 'orders', slot: slotAt(Date.parse(order.at)), count: 3, root, ...named });

  const leaves = await Promise.all(entries.map((entry) => leafHash(entryBytes(entry))));
  const read: Subtrees = async (height, index) =>
    height === 0 ? leaves[index]! : nodeHash(await read(height - 1, 2 * index), await read(height - 1, 2 * index + 1));
  const prove = async (place: number) => ({
    place,
    path: (await proveInclusion(read, place, entries.length)).map(toHex),
  });
  const text = writeHead({ origin, size: entries.length, root: await rootAt(read, entries.length) });
  const by =
    ({ privateKey }: typeof logSigner) =>
    (bytes: Uint8Array) =>
      new Uint8Array(sign(null, bytes, privateKey));
  const signatures = [
    signText(logKey, text, by(logSigner)),
    cosignText(witnessKey, text, 1_800_000_000, by(witnessSigner)),
  ];
  const drawnOf = async ({ announced, began, at: _, ...day }: Planned): Promise<SeedDay> => ({
    ...day,
    commitment: {
      ...{ hash: toHex(announced.commitment), announcedSlot: announced.announcedSlot },
      ...(await prove(entries.indexOf(announced))),
    },
    opening: {
      slot: began.slot,
      opens: began.opens.map(({ symbol, price }) => ({ symbol, price: String(price) })),
      ...(await prove(entries.indexOf(began))),
    },
  });
  return {
    ...receipt,
    ...(days && { drawn: await Promise.all(days.map(drawnOf)) }),
    ...(gap && { gap }),
    version: 2,
    log: {
      key: writeKey(logKey),
      checkpoint: writeNote({ text, signatures }),
      order: { ...(await prove(orderAt)), count: 3 },
      ...((!product.isOwnersEnd(order) || sale) && {
        outcome: { ...(await prove(entries.indexOf(second))), second: hex(second), before: hex(before) },
      }),
      seal: await prove(entries.indexOf(lastSeal)),
      ...(runs.length > 1 && { firstSeal: await prove(entries.indexOf(firstSeal)) }),
      ...(sale && { sale: await prove(entries.indexOf(sale)) }),
      ...(gap && { gap: await prove(entries.findIndex(({ kind }) => kind === 'givenUp')) }),
    },
  };
}

import { layout } from '../bytes.ts';

// Entries of the public log. The first byte is the kind. Numbers are big-endian, as on the tape. The database produces
// the same bytes (`log_bytes` in the migrations), and a test compares the two.

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: 'utf-8', options: { fatal: true }) => { decode(bytes: Uint8Array): string };

const uses = { tape: 1, slips: 2, log: 3 } as const;
export type KeyUse = keyof typeof uses;
/** `optionWithLoggedSale`: options under the terms that require their sale in the log. */
const products = { option: 1, spot: 2, optionWithLoggedSale: 3 } as const;
export type LoggedProduct = keyof typeof products;

export type Entry =
  /** The tape's checkpoint of a second: its root over all coins, and the hash of the previous checkpoint. */
  | { kind: 'tape'; slot: number; size: number; root: Uint8Array; previous: Uint8Array }
  /**
   * Orders accepted together, in the slot of their acceptance: their number, and the root that their slips are signed
   * under. Orders of contracts do not name a product, because contracts were the only product when the first entries
   * were written.
   */
  | { kind: 'orders'; slot: number; count: number; root: Uint8Array; product?: LoggedProduct }
  /**
   * The sale of an option, named by the hash of its slip: the slot of the tick it was sold at, the volatility, and the
   * amount paid.
   */
  | { kind: 'sale'; slip: Uint8Array; slot: number; volatility: number; amount: bigint }
  /** A round of a beacon. `chain` is the hash of its chain. The oldest entries do not have it. */
  | { kind: 'round'; round: number; signature: Uint8Array; chain?: Uint8Array }
  | { kind: 'day'; day: number; version: number; commitment: Uint8Array; announcedSlot: number }
  /** A day's seed, and the prices or the chain that it was planned with. */
  | {
      kind: 'reveal';
      day: number;
      seed: Uint8Array;
      opens: { symbol: number; price: bigint }[];
      chain?: Uint8Array;
    }
  /** A day that could not be generated any more: the first and last slot that two people gave up. These slots have no price. */
  | { kind: 'givenUp'; day: number; first: number; last: number }
  /** The first slot and opening prices of a day of version 2 or later. */
  | { kind: 'opening'; day: number; slot: number; opens: { symbol: number; price: bigint }[] }
  | {
      kind: 'terms';
      version: number;
      effectiveAt: number;
      rule: number;
      minStake: bigint;
      maxStake: bigint;
      maxOpen: bigint;
      periods: { seconds: number; returnBp: number }[];
    }
  /** A version of a product when it is published or closed, and of a setting. `says` is its content as JSON. */
  | { kind: 'product'; product: number; version: number; says: string }
  | { kind: 'setting'; about: string; version: number; says: string }
  /** The operators' log: the number of its entries and the hash of the newest. */
  | { kind: 'operators'; entries: number; head: Uint8Array }
  /**
   * The sums of all balances at the end of a day: of each wallet over all users, and of each system account, by their
   * numbers in the books. Omitted ones are zero. Postings with numbers below `through` are included.
   */
  | { kind: 'totals'; day: number; through: number; totals: { wallet: number; currency: number; amount: bigint }[] }
  /** A key, and the slot from which it signs. */
  | { kind: 'key'; use: KeyUse; publicKey: Uint8Array; slot: number };
type Of<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

type Fields = Parameters<typeof layout>;
type Form<K extends Entry['kind']> = {
  code: number;
  write: (entry: Of<K>) => Fields;
  read: (from: Cursor) => Omit<Of<K>, 'kind'>;
};
function productOf(code: number): LoggedProduct {
  const found = (Object.keys(products) as LoggedProduct[]).find((name) => products[name] === code);
  if (!found) throw new RangeError('unknown product of an entry');
  return found;
}
const forms: { [K in Entry['kind']]: Form<K> } = {
  tape: {
    code: 1,
    write: ({ slot, size, root, previous }) => [{ u64: slot }, { u32: size }, { raw: root }, { raw: previous }],
    read: (from) => ({ slot: from.u64(), size: from.u32(), root: from.raw(32), previous: from.raw(32) }),
  },
  orders: {
    code: 2,
    write: ({ slot, count, root, product }) => [
      { u64: slot },
      { u32: count },
      { raw: root },
      ...(product ? [{ u8: products[product] }] : []),
    ],
    read: (from) => {
      const accepted = { slot: from.u64(), count: from.u32(), root: from.raw(32) };
      return from.isAtEnd() ? accepted : { ...accepted, product: productOf(from.u8()) };
    },
  },
  sale: {
    code: 16,
    write: ({ slip, slot, volatility, amount }) => [{ raw: slip }, { u64: slot }, { u32: volatility }, { u64: amount }],
    read: (from) => ({ slip: from.raw(32), slot: from.u64(), volatility: from.u32(), amount: from.big() }),
  },
  round: {
    code: 3,
    write: ({ round, signature }) => [{ u64: round }, { raw: signature }],
    read: (from) => ({ round: from.u64(), signature: from.rest() }),
  },
  day: {
    code: 4,
    write: ({ day, version, commitment, announcedSlot }) => [
      { u32: day },
      { u8: version },
      { raw: commitment },
      { u64: announcedSlot },
    ],
    read: (from) => ({ day: from.u32(), version: from.u8(), commitment: from.raw(32), announcedSlot: from.u64() }),
  },
  reveal: {
    code: 5,
    write: ({ day, seed, opens }) => [
      { u32: day },
      { raw: seed },
      { u32: opens.length },
      ...opens.flatMap(({ symbol, price }) => [{ u32: symbol }, { u64: price }]),
    ],
    read: (from) => ({
      day: from.u32(),
      seed: from.raw(32),
      opens: from.list(from.u32(), () => ({ symbol: from.u32(), price: from.big() })),
    }),
  },
  givenUp: {
    code: 15,
    write: ({ day, first, last }) => [{ u32: day }, { u64: first }, { u64: last }],
    read: (from) => ({ day: from.u32(), first: from.u64(), last: from.u64() }),
  },
  opening: {
    code: 11,
    write: ({ day, slot, opens }) => [
      { u32: day },
      { u64: slot },
      { u32: opens.length },
      ...opens.flatMap(({ symbol, price }) => [{ u32: symbol }, { u64: price }]),
    ],
    read: (from) => ({
      day: from.u32(),
      slot: from.u64(),
      opens: from.list(from.u32(), () => ({ symbol: from.u32(), price: from.big() })),
    }),
  },
  terms: {
    code: 6,
    write: ({ version, effectiveAt, rule, minStake, maxStake, maxOpen, periods }) => [
      { u64: version },
      { u64: effectiveAt },
      { u8: rule },
      { u64: minStake },
      { u64: maxStake },
      { u64: maxOpen },
      { u32: periods.length },
      ...periods.flatMap(({ seconds, returnBp }) => [{ u32: seconds }, { u32: returnBp }]),
    ],
    read: (from) => ({
      version: from.u64(),
      effectiveAt: from.u64(),
      rule: from.u8(),
      minStake: from.big(),
      maxStake: from.big(),
      maxOpen: from.big(),
      periods: from.list(from.u32(), () => ({ seconds: from.u32(), returnBp: from.u32() })),
    }),
  },
  product: {
    code: 7,
    write: ({ product, version, says }) => [{ u32: product }, { u32: version }, { raw: utf8(says) }],
    read: (from) => ({ product: from.u32(), version: from.u32(), says: text(from.rest()) }),
  },
  setting: {
    code: 8,
    write: ({ about, version, says }) => [
      { u8: utf8(about).length },
      { raw: utf8(about) },
      { u64: version },
      { raw: utf8(says) },
    ],
    read: (from) => ({ about: text(from.raw(from.u8())), version: from.u64(), says: text(from.rest()) }),
  },
  operators: {
    code: 9,
    write: ({ entries, head }) => [{ u64: entries }, { raw: head }],
    read: (from) => ({ entries: from.u64(), head: from.raw(32) }),
  },
  totals: {
    code: 12,
    write: ({ day, through, totals }) => [
      { u32: day },
      { u64: through },
      { u32: totals.length },
      ...totals.flatMap(({ wallet, currency, amount }) => [{ u8: wallet }, { u32: currency }, { u64: signed(amount) }]),
    ],
    read: (from) => ({
      day: from.u32(),
      through: from.u64(),
      totals: from.list(from.u32(), () => ({
        wallet: from.u8(),
        currency: from.u32(),
        amount: BigInt.asIntN(64, from.big()),
      })),
    }),
  },
  key: {
    code: 10,
    write: ({ use, publicKey, slot }) => [{ u8: uses[use] }, { raw: publicKey }, { u64: slot }],
    read: (from) => {
      const code = from.u8();
      const use = (Object.keys(uses) as KeyUse[]).find((one) => uses[one] === code);
      if (!use) throw new RangeError(`unknown use ${code} of a key`);
      return { use, publicKey: from.raw(32), slot: from.u64() };
    },
  },
};

/** The layouts of entries that name their chain. */
const withChain: { [K in 'round' | 'reveal']: Form<K> } = {
  round: {
    code: 13,
    write: ({ chain, round, signature }) => [{ raw: chain! }, { u64: round }, { raw: signature }],
    read: (from) => ({ chain: from.raw(32), round: from.u64(), signature: from.rest() }),
  },
  reveal: {
    code: 14,
    write: ({ day, seed, chain }) => [{ u32: day }, { raw: seed }, { raw: chain! }],
    read: (from) => ({ day: from.u32(), seed: from.raw(32), opens: [], chain: from.raw(32) }),
  },
};
const formOf = (entry: Entry) =>
  (entry.kind === 'round' || entry.kind === 'reveal') && entry.chain ? withChain[entry.kind] : forms[entry.kind];
const allForms = [...Object.entries(forms), ...Object.entries(withChain)] as [Entry['kind'], Form<Entry['kind']>][];

function signed(amount: bigint): bigint {
  if (amount !== BigInt.asIntN(64, amount)) throw new RangeError(`${amount} is not an amount`);
  return BigInt.asUintN(64, amount);
}
const utf8 = (words: string) => new TextEncoder().encode(words);
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** Reads fields one after another. Throws at the end of the bytes. */
type Cursor = ReturnType<typeof cursorOver>;
function cursorOver(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const step = (width: number) => {
    at += width;
    return at - width;
  };
  const big = () => view.getBigUint64(step(8));
  return {
    u8: () => view.getUint8(step(1)),
    u32: () => view.getUint32(step(4)),
    big,
    u64: () => {
      const value = Number(big());
      if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is too large`);
      return value;
    },
    raw: (width: number) => {
      if (at + width > bytes.length) throw new RangeError('an entry is too short');
      return bytes.slice(step(width), at);
    },
    rest: () => bytes.slice(step(bytes.length - at)),
    list: <T>(count: number, one: () => T): T[] => {
      if (count > bytes.length) throw new RangeError('an entry is too short');
      return Array.from({ length: count }, one);
    },
    isAtEnd: () => at === bytes.length,
  };
}

/** The bytes of an entry, as they are hashed into the log. */
export function entryBytes(entry: Entry): Uint8Array<ArrayBuffer> {
  const { code, write } = formOf(entry);
  return layout({ u8: code }, ...write(entry as never));
}

/** Parses an entry. Returns undefined for an unknown kind or invalid bytes. */
export function readEntry(bytes: Uint8Array): Entry | undefined {
  const [kind, form] = allForms.find(([, { code }]) => code === bytes[0]) ?? [];
  if (!form) return undefined;
  try {
    const from = cursorOver(bytes.subarray(1));
    const entry = { kind, ...form.read(from) } as Entry;
    return from.isAtEnd() ? entry : undefined;
  } catch {
    return undefined;
  }
}

import type { Input } from '@glasshouse/protocol/endpoint';
import { wallets } from '@glasshouse/protocol/ledger/books';
import type { Locale } from '@glasshouse/protocol/locales';
import { coins } from '@glasshouse/protocol/market/coins';
import { formatUnits, formatUsdt } from '@glasshouse/protocol/money';
import { networks } from '@glasshouse/protocol/movements/addresses';
import type { Flow, MovementState } from '@glasshouse/protocol/movements/arrows';
import { type ProductName, productNames } from '@glasshouse/protocol/orders/product-names';
import type { Entry, getRecordsCsv } from '@glasshouse/protocol/records/calls';
import { activities, openStates, outcomesOf, recordCurrencies, tabs } from '@glasshouse/protocol/records/tabs';
import { type ProductKind, productKinds } from '@glasshouse/protocol/wealth/terms';
import { chosenOf, type Movement, nthChosen } from '#money/movements/movements.ts';
import { maskedNames } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { msOfId } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { say } from '#platform/runtime/words.ts';
import type { OrderEntry, PastOrders } from '../orders/orders.ts';
import { bookedThrough, boughtBy, nthBought, returnedBy, unnamedTerms } from '../wealth/wealth.ts';
import { wealthName } from './wealth-name.ts';

export type RecordsRequest = Input<typeof getRecordsCsv>;
type Money = Extract<Entry, { is: 'money' }>;

/**
 * Where a page ends. Within a millisecond, sources follow each other by rank, and entries of one source by their own
 * key.
 */
export type Place = { ms: number; rank: number; key: string };
export type Found = { place: Place; entry: Entry };

export const placeText = ({ ms, rank, key }: Place) => `${ms}-${rank}-${key}`;
export function placeIn(text: string): Place {
  const [ms, rank, ...key] = text.split('-');
  return { ms: Number(ms), rank: Number(rank), key: key.join('-') };
}
const newestFirst = (a: Place, b: Place) => b.ms - a.ms || a.rank - b.rank || byKey(a, b);
const byKey = (a: Place, b: Place) =>
  a.rank === moneyRank || a.rank === productRank ? Number(b.key) - Number(a.key) : a.key < b.key ? 1 : -1;
const rankOf = (is: Entry['is']) => activities.indexOf(is);
const [productRank, moneyRank] = [rankOf('product'), rankOf('money')];

const uuidIn = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
/** The smallest id that begins with a time. */
const firstIdAt = (ms: number) => uuidIn(Math.max(0, ms).toString(16).padStart(12, '0').padEnd(32, '0'));

/** The span of ids that begin with a reference, which may be partial. */
function idsIn(text: string): { from: string; through: string } | undefined {
  if (!/^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(text)) return undefined;
  const hex = text.toLowerCase().replaceAll('-', '');
  return hex.length > 32 ? undefined : { from: uuidIn(hex.padEnd(32, '0')), through: uuidIn(hex.padEnd(32, 'f')) };
}

type Span = {
  from: Date | undefined;
  until: Date | undefined;
  before: Place | undefined;
  ids: { from: string; through: string } | undefined;
  isOpen: boolean;
  outcome: Outcome | undefined;
};
/** The outcome of an order or product. */
type Outcome = Exclude<RecordsRequest['state'], MovementState | 'open' | undefined>;
const isOutcome = (state: RecordsRequest['state']): state is Outcome =>
  Object.values(outcomesOf)
    .flat()
    .some((outcome) => outcome === state);
/** Where a source begins: entries of the cursor's millisecond are left only in its own source and in those after it. */
function startIn({ before }: Span, rank: number): { ms: number; key?: string } | undefined {
  if (!before) return undefined;
  if (rank === before.rank) return { ms: before.ms, key: before.key };
  return { ms: rank > before.rank ? before.ms + 1 : before.ms };
}

const later = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a);
const earlier = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b < a) ? b : a;

function pastIn(span: Span, rank: number, symbols: readonly number[] | undefined): PastOrders {
  const { from, until, ids, isOpen, outcome } = span;
  const start = startIn(span, rank);
  return {
    ...{ symbols, isOpen, outcome: outcome === 'ended' ? undefined : outcome },
    from: later(ids?.from, from && firstIdAt(from.getTime())),
    through: ids?.through,
    before: earlier(until && firstIdAt(until.getTime()), start && (start.key ?? firstIdAt(start.ms))),
  };
}

/** The parts that a product provides for the list of records. */
type RecordedProduct = {
  pastOrders: (tx: Tx, owner: bigint, past: PastOrders, limit: number) => Promise<OrderEntry[]>;
  /** The id of the nth newest of these orders; undefined if there are fewer. */
  nthPastOrder: (tx: Tx, owner: bigint, past: PastOrders, nth: number) => Promise<string | undefined>;
};
/** All products that are traded. The roles pass them in. */
export type RecordedProducts = Readonly<Record<ProductName, RecordedProduct>>;

/** Maximum entries a source reads for one page of a search that no index serves. */
const searched = 10_000;
/** The entries a source found, and how far it read if it did not read to its end. */
type Part = { found: Found[]; searchedTo?: Place | undefined };

async function ordersIn(
  tx: Tx,
  { nthPastOrder, pastOrders }: RecordedProduct,
  owner: bigint,
  is: ProductName,
  past: PastOrders,
  limit: number,
): Promise<Part> {
  const rank = rankOf(is);
  const end =
    (past.symbols || past.outcome) && !past.isOpen ? await nthPastOrder(tx, owner, past, searched) : undefined;
  const entries = await pastOrders(tx, owner, { ...past, from: end ?? past.from }, limit);
  return {
    found: entries.map((entry) => ({ place: { ms: msOfId(entry.id), rank, key: entry.id }, entry })),
    searchedTo: end === undefined ? undefined : { ms: msOfId(end), rank, key: end },
  };
}

/** The products whose name contains a text, as the locale writes it. */
async function namedIn(tx: Tx, locale: Locale, label: string) {
  const bare = (text: string) => text.toLocaleLowerCase(locale).replaceAll(/[\s,]/g, '');
  const terms = await unnamedTerms(tx);
  return { label, terms: terms.filter((row) => bare(wealthName(locale, row)).includes(bare(label))) };
}

type Named = Awaited<ReturnType<typeof namedIn>> | undefined;
async function productsIn(tx: Tx, owner: bigint, span: Span, named: Named, limit: number): Promise<Part> {
  const { from, until, ids, isOpen, outcome } = span;
  const start = startIn(span, productRank);
  const before = start && { at: new Date(start.ms), serial: BigInt(start.key ?? 0) };
  const isEnded = outcome !== undefined;
  const end = (named || isEnded) && !isOpen ? await nthBought(tx, owner, { from, until, before }, searched) : undefined;
  const past = { from: end?.bought_at ?? from, until, before, named, ids, isOpen, isEnded };
  const rows = await boughtBy(tx, owner, past, limit);
  const through = await bookedThrough(tx);
  const found = rows.map(
    (row): Found => ({
      place: { ms: row.bought_at.getTime(), rank: productRank, key: String(row.serial) },
      entry: {
        ...{
          is: 'product',
          id: row.id,
          kind: row.kind as ProductKind,
          label: row.label,
          terms:
            row.seconds === null
              ? { kind: row.kind as 'trust' | 'machine', days: row.days! }
              : { kind: 'pledge', seconds: row.seconds },
          isOpen: row.ended_at === null,
          ...(row.ended_at && { returned: formatUsdt(returnedBy(row, through)) }),
        },
        ...{ amount: formatUsdt(row.amount), at: row.bought_at.toISOString() },
      },
    }),
  );
  const searchedTo = end && { ms: end.bought_at.getTime(), rank: productRank, key: String(end.serial) };
  return { found, searchedTo };
}

/** A movement of money as its owner sees it. */
export const moneyShown = (row: Movement, names: ReadonlyMap<bigint, string>): Omit<Money, 'is'> => ({
  id: row.id,
  flow: row.flow,
  state: row.state,
  currency: row.currency as Money['currency'],
  amount: formatUnits(row.amount, row.currency),
  fee: formatUnits(row.fee, row.currency),
  label: row.label,
  member: row.other === null ? null : (names.get(row.other) ?? null),
  at: row.at.toISOString(),
  changedAt: row.changedAt.toISOString(),
});
/** The members on the other side of these movements. */
export const membersIn = (tx: Tx, rows: readonly Movement[]) =>
  maskedNames(tx, [...new Set(rows.flatMap(({ other }) => other ?? []))]);

/**
 * The first letter of a member's name, if a text can only be one: a masked name, or a word that names nothing else.
 * Other members' names are shown by their first letter only, so a search by the full name must find no more than that
 * letter does.
 */
function letterOf(text: string, isKnown: (word: string) => boolean): string | undefined {
  const [first] = [...text];
  const isMasked = /^.[•*.]{1,3}$/u.test(text);
  return isMasked || (/^\S{2,}$/u.test(text) && !knownWords.some(isKnown)) ? first : undefined;
}
const knownWords = [
  ...coins.flatMap(({ symbol, name }) => [symbol, name]),
  ...networks,
  ...wallets,
  'bank',
  'visa',
  'vip',
];

type MoneyChoice = Pick<Parameters<typeof chosenOf>[2], 'flows' | 'states' | 'currencies' | 'text'>;
async function moneyIn(tx: Tx, owner: bigint, span: Span, choice: MoneyChoice, limit: number): Promise<Part> {
  const { from, until, ids } = span;
  const start = startIn(span, moneyRank);
  const before = start && { at: new Date(start.ms), serial: BigInt(start.key ?? 0) };
  const all = { ...choice, from, until, ids, before };
  const end = choice.text && (await nthChosen(tx, owner, all, searched));
  const rows = await chosenOf(tx, owner, { ...all, from: end?.at ?? from }, limit);
  const names = await membersIn(tx, rows);
  const found = rows.map(
    (row): Found => ({
      place: { ms: row.at.getTime(), rank: moneyRank, key: String(row.serial) },
      entry: { is: 'money', ...moneyShown(row, names) },
    }),
  );
  return { found, searchedTo: end && { ms: end.at.getTime(), rank: moneyRank, key: String(end.serial) } };
}

/**
 * A user's activity that matches the filters, newest first. Each source reads a page of its own along its index,
 * beginning at the cursor; the newest entries of all sources form the page. A search without an index reads a limited
 * number of entries per source: the page then ends there, full or not, and the next one continues at `searchedTo`.
 */
export async function activityOf(
  tx: Tx,
  products: RecordedProducts,
  locale: Locale,
  owner: bigint,
  { tab, state, currency, from, until, text }: RecordsRequest,
  before: Place | undefined,
  limit: number,
): Promise<Part> {
  const { kinds, flows }: { kinds: readonly string[]; flows: readonly Flow[] } = tabs[tab];
  const ids = text === undefined ? undefined : idsIn(text);
  const wanted = ids ? undefined : text?.toLocaleLowerCase(locale);
  const names = (word: string) => wanted === undefined || word.toLocaleLowerCase(locale).includes(wanted);
  const span: Span = {
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : plus(new Date(until), days(1)),
    ...{ before, ids, isOpen: state === 'open', outcome: isOutcome(state) ? state : undefined },
  };
  const parts: Part[] = [];
  // Orders can't be in a state of movements, and only money is counted in yuan.
  const isMoneyOnly = (state !== undefined && state !== 'open' && !isOutcome(state)) || currency === 'CNY';
  const canBe = (is: Entry['is']) =>
    kinds.includes(is) && (!isOutcome(state) || outcomesOf[is].some((outcome) => outcome === state));
  for (const is of productNames) {
    if (!canBe(is) || isMoneyOnly) continue;
    const all = names(say(locale, `records.kind.${is}`));
    const symbols = coins
      .filter(({ symbol }) => currency === undefined || currency === 'USDT' || symbol === currency)
      .filter(({ symbol, name }) => all || names(symbol) || names(name))
      .map(({ id }) => id);
    if (symbols.length === 0) continue;
    const past = pastIn(span, rankOf(is), symbols.length === coins.length ? undefined : symbols);
    parts.push(await ordersIn(tx, products[is], owner, is, past, limit));
  }
  if (canBe('product') && !isMoneyOnly && (currency === undefined || currency === 'USDT')) {
    const isAny = wanted === undefined || names(say(locale, 'records.kind.product'));
    parts.push(await productsIn(tx, owner, span, isAny ? undefined : await namedIn(tx, locale, wanted), limit));
  }
  const currencies = recordCurrencies.filter((each) => currency === undefined || each === currency);
  if (canBe('money') && currencies.length > 0) {
    const states = state === undefined ? undefined : state === 'open' ? openStates : isOutcome(state) ? [] : [state];
    const named = flows.filter((flow) => names(say(locale, `records.flow.${flow}`)));
    const kindWords = [
      ...[...productNames, 'product' as const].map((is) => say(locale, `records.kind.${is}`)),
      ...productKinds.map((kind) => say(locale, `records.productName.${kind}`, { term: '' })),
    ];
    const isKind = named.length > 0 || kindWords.some(names);
    const letter = wanted === undefined || isKind ? undefined : letterOf(wanted, names);
    const narrowed = wanted === undefined ? undefined : { flows: named, label: wanted, letter };
    parts.push(await moneyIn(tx, owner, span, { flows, states, currencies, text: narrowed }, limit));
  }
  const [end] = parts.flatMap(({ searchedTo }) => searchedTo ?? []).sort(newestFirst);
  const found = parts
    .flatMap((part) => part.found)
    .filter(({ place }) => end === undefined || newestFirst(place, end) <= 0)
    .sort((a, b) => newestFirst(a.place, b.place));
  return { found: found.slice(0, limit), searchedTo: found.length < limit ? end : undefined };
}

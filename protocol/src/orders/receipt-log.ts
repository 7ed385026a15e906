import { fromHex, sameBytes } from '../bytes.ts';
import { checkpointBytes, dayOf, sha256, slotAt } from '../market/tape.ts';
import { type LogHead, signedHead } from '../publiclog/checkpoint.ts';
import { type Entry, entryBytes, type LoggedProduct } from '../publiclog/entries.ts';
import { checkInclusion, leafHash } from '../publiclog/merkle.ts';
import { type Note, type NoteKey, readKey, readNote, signedWith, writeNote } from '../publiclog/note.ts';
import type { OrderBase, OwnersLog, ReceiptOf } from './shapes.ts';
import type { Span } from './tape-rule.ts';

// The places of an order and its outcome in the public log. An order that is logged before its outcome was accepted
// before anyone could know that outcome, regardless of the site's clocks and keys.

type Receipt = ReceiptOf<OrderBase>;
type Place = OwnersLog['seal'];
type Outcome = NonNullable<OwnersLog['outcome']>;
type Second = Outcome['second'];
/**
 * `log`: the order is not in this log. `before`: it is, but not before its outcome. `sold`: its sale was not logged in
 * time.
 */
export type LogFault = {
  check: 'log' | 'before' | 'sold';
  field:
    | 'logMissing'
    | 'logKey'
    | 'logSigned'
    | 'logOrder'
    | 'logOutcome'
    | 'logSale'
    | 'logSold'
    | 'logSeal'
    | 'logFirstSeal'
    | 'logGap'
    | 'logFirst'
    | 'logBefore';
  given: string;
  wanted: string;
};
type LogKeys = { logKeys?: readonly string[] | undefined };
const wrong = (check: LogFault['check'], field: LogFault['field'], given: string, wanted: string): LogFault => ({
  ...{ check, field, given, wanted },
});

type Logging = {
  /** The root computed from the order's slip. */
  root: Uint8Array;
  /** The product named by the order's entry. */
  loggedAs: LoggedProduct | undefined;
  /** The slot that decided the order. */
  decidedAt: number;
  /** Slots after that in which the order may still enter the log. */
  lingers: number;
  /** The log entry required for an end by the owner, and the maximum slots until it. */
  end: Entry | undefined;
  endLoggedWithin: number;
};
/** All faults in an order's place in the log. */
export async function faultsOfPlace(
  receipt: Receipt,
  { root, loggedAs, decidedAt, lingers, end, endLoggedWithin }: Logging,
  { logKeys }: LogKeys,
): Promise<LogFault[]> {
  const log = receipt.log!;
  const faults: LogFault[] = [];
  if (logKeys && !logKeys.includes(log.key)) faults.push(wrong('log', 'logKey', log.key, logKeys[0] ?? ''));
  const head = await headSigned(log);
  if (!head) faults.push(wrong('log', 'logSigned', '', ''));
  else
    for (const [field, place, entry] of entriesOf(receipt, { root, loggedAs, end }))
      if (!(await isAt(head, place, entry))) faults.push(wrong('log', field, '', ''));
  const { outcome, sale } = log;
  // An owner who ends an order knows what it pays, and older terms do not require the sale in the log.
  if (!outcome) return faults;
  if (sale) {
    const isShown = await isFirst(outcome, decidedAt + endLoggedWithin);
    if (!isShown || sale.place <= log.order.place || sale.place >= outcome.place)
      faults.push(wrong('sold', 'logSold', String(sale.place), String(outcome.place)));
    return faults;
  }
  const isShown = (await isFirst(outcome, decidedAt)) || (lingers > 0 && (await isFirst(outcome, decidedAt + lingers)));
  if (!isShown) faults.push(wrong('before', 'logFirst', String(outcome.second.slot), String(decidedAt)));
  if (log.order.place >= outcome.place)
    faults.push(wrong('before', 'logBefore', String(log.order.place), String(outcome.place)));
  return faults;
}

/**
 * All log entries that a receipt claims. The order's entry must have the root computed from the slip, and the slot of
 * the acceptance.
 */
function entriesOf(
  { order, log, runs, gap }: Receipt,
  { root, loggedAs, end }: Pick<Logging, 'root' | 'loggedAs' | 'end'>,
): [LogFault['field'], Place, Entry][] {
  const { outcome, sale, seal, firstSeal, gap: lost } = log!;
  const slot = slotAt(Date.parse(order.at));
  const among: [LogFault['field'], Place, Entry][] = [
    [
      'logOrder',
      log!.order,
      { kind: 'orders', slot, count: log!.order.count, root, ...(loggedAs && { product: loggedAs }) },
    ],
  ];
  if (outcome) among.push(['logOutcome', outcome, secondOf(outcome.second)]);
  if (sale && end) among.push(['logSale', sale, end]);
  among.push(['logSeal', seal, secondOf(runs.at(-1)!.checkpoint)]);
  if (firstSeal) among.push(['logFirstSeal', firstSeal, secondOf(runs[0]!.checkpoint)]);
  if (gap) among.push(['logGap', lost!, givenUpOf(gap)]);
  return among;
}

const secondOf = ({ slot, size, root, previous }: Second): Entry => ({
  ...{ kind: 'tape', slot, size, root: fromHex(root), previous: fromHex(previous) },
});

const givenUpOf = ({ first, last }: Span): Entry => ({ kind: 'givenUp', day: dayOf(first), first, last });

/** Whether an entry is at a place of a log. */
export async function isAt({ size, root }: LogHead, { place, path }: Place, entry: Entry): Promise<boolean> {
  const leaf = await leafHash(entryBytes(entry));
  return checkInclusion({ leaf, index: place, size, root }, path.map(fromHex));
}

/**
 * Whether the outcome was decided in this second of the tape. The previous second, which this one names by its hash,
 * must be too early.
 */
export async function isFirst({ second, before }: Outcome, decidedAt: number): Promise<boolean> {
  const { slot, size, root, previous } = before;
  const named = await sha256(checkpointBytes({ slot, size, root: fromHex(root), previous: fromHex(previous) }));
  return slot < decidedAt && second.slot >= decidedAt && sameBytes(named, fromHex(second.previous));
}

/** The checkpoint's text and signatures. Undefined unless it has the exact form of a note. */
function noteIn({ checkpoint }: OwnersLog): Note | undefined {
  const note = readNote(checkpoint);
  return note && writeNote(note) === checkpoint ? note : undefined;
}

/** Length and root of the log, if the key named in the receipt signed them. */
export async function headSigned(log: OwnersLog): Promise<LogHead | undefined> {
  const key = await readKey(log.key);
  return key?.type === 'text' ? signedHead(key, noteIn(log)) : undefined;
}

/** The claimed names of the cosigners. Only someone with their keys can check them. */
export const cosignersIn = (log: OwnersLog): string[] => {
  const [name] = log.key.split('+');
  const names = noteIn(log)?.signatures.map((signature) => signature.name) ?? [];
  return [...new Set(names)].filter((other) => other !== name);
};

/** The witnesses in this list that have not cosigned the checkpoint. */
export async function notCosigned(log: OwnersLog, witnesses: readonly NoteKey[]): Promise<string[]> {
  const note = noteIn(log);
  const missing: string[] = [];
  for (const key of witnesses) if (!note || !(await signedWith(key, note))) missing.push(key.name);
  return missing;
}

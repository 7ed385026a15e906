import type { ContractAgreement, Outcome } from '../contracts/settle.ts';
import { coinBySymbol } from '../market/coins.ts';
import type { ProvenMessage, TapeRun } from '../market/proof.ts';
import { formatUsdt, parseUnits } from '../money.ts';
import { type ProductName, productNames } from './product-names.ts';
import type { Span } from './tape-rule.ts';

// All settlements of a span of slots in one text, with the ticks that decided them. It is written and read line by
// line: the head, then for each coin its ticks and their seal, then the slots that were given up, then the orders, then
// the end.
//
// - Version 1 (contracts only): the span is the slots in which orders were due, and orders are sorted by it.
// - Version 2 (contracts only): the span is the slots in which orders were accepted. They are sorted as in the public
//   log, each entry with all of its orders, so that none can be left out.
// - Version 3 (all products): the state of the orders when the tape was at a slot that the head names. Orders due by
//   then have ended, the others are open. Options end days later, so a coin may have several pieces of tape.
//
// The file contains no names or accounts. `name` is the hash of the slip, so only someone who has the slip can find its
// order.

/** A contract. In version 3 it may be `open`, without a result. */
export type Settlement = ContractAgreement & {
  name: string;
  symbol: string;
  entrySlot: number | undefined;
  exitSlot: number | undefined;
  outcome: Outcome | 'open';
  payout: bigint;
};
export type Seal = Pick<TapeRun, 'path' | 'checkpoint'>;

const mark = '# Simulated. Settlements of a practice exchange, paper money only.';
const title = '# glasshouse-settlements';
type Version = 1 | 2;
/** `through` is the last slot of the span. In version 3, all orders due up to `asOf` have ended. */
export type Head = { version: 1 | 2 | 3; first: number; through: number; asOf?: number | undefined };

export const headLines = (first: number, through: number, version: Version = 1): string =>
  `${mark}\n${title} ${version} ${first} ${through}\n`;
export const headLinesAsOf = (first: number, through: number, asOf: number): string =>
  `${mark}\n${title} 3 ${first} ${through} ${asOf}\n`;
export const tapeLine = (symbol: string, before: string): string => `tape ${symbol} ${before}\n`;
export const tickLine = (slot: number | bigint, price: bigint, heard?: ProvenMessage): string =>
  `${[slot, price, ...(heard ? [heard.source, heard.at, heard.message] : [])].join(' ')}\n`;
export const sealLine = (seal: Seal): string => `sealed ${JSON.stringify(seal)}\n`;
/** Slots that were given up for good, and the place in the log that states it. They precede the orders. */
export type GivenUp = Span & { place: number };
export const givenUpLine = ({ place, first, last }: GivenUp): string => `given-up ${place} ${first} ${last}\n`;
export const ordersLine = 'orders\n';
/** Products other than contracts. Contracts came first and do not name their product. */
export type OtherProduct = Exclude<ProductName, 'contract'>;
const otherProducts = productNames.slice(1).join('|');
/**
 * Announces orders of one product that were accepted together, in the order of their tree: their place in the log and
 * the slot of their acceptance.
 */
export type LoggedOrders = { place: number; slot: number; count: number; product?: OtherProduct | undefined };
const ofProduct = (product: OtherProduct | undefined) => (product ? ` ${product}` : '');
export const entryLine = ({ place, slot, count, product }: LoggedOrders): string =>
  `entry ${place} ${slot} ${count}${ofProduct(product)}\n`;
/** Announces orders of one product that are in no log, because they are older than the log. */
export type UnloggedOrders = Pick<LoggedOrders, 'count' | 'product'>;
export const unloggedLine = ({ count, product }: UnloggedOrders): string => `unlogged ${count}${ofProduct(product)}\n`;
export const endLine = (count: number): string => `end ${count}\n`;
export const orderLine = (order: Settlement): string =>
  `${[
    order.name,
    order.symbol,
    order.direction,
    order.seconds,
    formatUsdt(order.stake),
    order.returnBp,
    order.rule,
    order.headSlot,
    order.entrySlot ?? '-',
    order.exitSlot ?? '-',
    order.outcome,
    formatUsdt(order.payout),
  ].join(' ')}\n`;

/** The line of an order of another product: the order as in its receipt, without the fields that identify its owner. */
export function otherOrderLine<O extends { id: string; at: string; settledAt: string | null }>(
  name: string,
  { id: _, at: __, settledAt: ___, ...said }: O,
): string {
  return `${name} ${JSON.stringify(said)}\n`;
}
export function readOtherOrderLine(line: string): { name: string; said: unknown } | undefined {
  const [, name, text] = /^([0-9a-f]{64}) (\{.{1,2000}\})$/.exec(line) ?? [];
  try {
    return name && text ? { name, said: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the second line of a file: the first and last slot in which its orders were due (version 1) or accepted (later
 * versions).
 */
export function readHead(line: string): Head | undefined {
  const [, version, first, through, , asOf] =
    /^# glasshouse-settlements ([123]) (\d{1,15}) (\d{1,15})( (\d{1,15}))?$/.exec(line) ?? [];
  if (!first || !through || (version === '3') !== (asOf !== undefined)) return undefined;
  const span = { first: Number(first), through: Number(through) };
  if (asOf !== undefined) return { version: 3, ...span, asOf: Number(asOf) };
  return { version: version === '2' ? 2 : 1, ...span };
}

const loggedEntry = new RegExp(`^entry (\\d{1,15}) (\\d{1,15}) ([1-9]\\d{0,4})( (${otherProducts}))?$`);
export function readEntryLine(line: string): LoggedOrders | undefined {
  const [, place, slot, count, , product] = loggedEntry.exec(line) ?? [];
  if (!place || !slot || !count) return undefined;
  const entry = { place: Number(place), slot: Number(slot), count: Number(count) };
  return product ? { ...entry, product: product as OtherProduct } : entry;
}
export function readGivenUpLine(line: string): GivenUp | undefined {
  const [, place, first, last] = /^given-up (\d{1,15}) (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  return place && first && last ? { place: Number(place), first: Number(first), last: Number(last) } : undefined;
}
const unloggedEntry = new RegExp(`^unlogged ([1-9]\\d{0,9})( (${otherProducts}))?$`);
export function readUnloggedLine(line: string): UnloggedOrders | undefined {
  const [, count, , product] = unloggedEntry.exec(line) ?? [];
  if (count === undefined) return undefined;
  return product ? { count: Number(count), product: product as OtherProduct } : { count: Number(count) };
}

export function readTapeLine(line: string): { symbol: string; before: string } | undefined {
  const [, symbol, before] = /^tape ([A-Z0-9]{1,10}) ([0-9a-f]{64})$/.exec(line) ?? [];
  return symbol && before && coinBySymbol(symbol) ? { symbol, before } : undefined;
}

export function readTickLine(
  line: string,
): { slot: number; price: bigint; heard?: ProvenMessage | undefined } | undefined {
  const space = line.indexOf(' ');
  const slot = Number(line.slice(0, space));
  const price = line.slice(space + 1);
  if (space < 1 || !Number.isSafeInteger(slot)) return undefined;
  if (/^[1-9]\d{0,17}$/.test(price)) return { slot, price: BigInt(price) };
  const [, units, source, at, message] = heardTick.exec(price) ?? [];
  if (!units || !source || !message) return undefined;
  return { slot, price: BigInt(units), heard: { source, at: Number(at), message } };
}
const heardTick = /^([1-9]\d{0,17}) ([a-z0-9.:/_-]{1,80}) (\d{1,15}) ([0-9a-f]{64})$/;

const order =
  /^([0-9a-f]{64}) ([A-Z0-9]{1,10}) (long|short) (\d{1,4}) ([\d.]{4,20}) (\d{1,5}) (\d{1,3}) (\d{1,15}) (\d{1,15}|-) (\d{1,15}|-) (win|lose|draw|void|open) ([\d.]{4,20})$/;
export function readOrderLine(line: string): Settlement | undefined {
  const found = order.exec(line);
  const stake = found ? parseUnits(found[5]!, 'USDT') : undefined;
  const payout = found ? parseUnits(found[12]!, 'USDT') : undefined;
  if (!found || stake === undefined || payout === undefined) return undefined;
  const slot = (text: string) => (text === '-' ? undefined : Number(text));
  return {
    name: found[1]!,
    symbol: found[2]!,
    direction: found[3] as Settlement['direction'],
    seconds: Number(found[4]),
    stake,
    returnBp: Number(found[6]),
    rule: Number(found[7]),
    headSlot: Number(found[8]),
    entrySlot: slot(found[9]!),
    exitSlot: slot(found[10]!),
    outcome: found[11] as Settlement['outcome'],
    payout,
  };
}

import type { ContractAgreement, Outcome } from '../contracts/settle.ts';
import { coinBySymbol } from '../market/coins.ts';
import type { ProvenHeard, TapeRun } from '../market/proof.ts';
import { formatUsdt, parseUnits } from '../money.ts';
import { type ProductName, productNames } from './product-names.ts';
import type { Span } from './tape-rule.ts';

// All settlements of a span of slots in one text, with the ticks that decided them, to be written and read line by line:
//   the head, then for each coin its ticks and their seal, then what was given up of the tape, then the orders, then the end.
// In version 1 the span is of slots in which orders were due, and they come in that order. In version 2 it is of slots in which they were
// accepted, and they come as they are in the public log: each of its entries with all of its orders, so that none can be left out. Both are of
// contracts alone. In version 3 they are of all products, as they stood when the tape was at a slot that the head names: what was due by then
// has ended, the rest is open. Options end days later, so a coin may have several pieces of tape.
// Nobody's name or account is in it. `name` is the hash of the slip: whoever has the slip finds the order, nobody else does.

/** A contract. In version 3 it may be `open`, and has come to nothing yet. */
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
/** `through` is the last slot of the span; in version 3 `asOf` that up to which all that was due has ended. */
export type Head = { version: 1 | 2 | 3; first: number; through: number; asOf?: number | undefined };

export const headLines = (first: number, through: number, version: Version = 1): string =>
  `${mark}\n${title} ${version} ${first} ${through}\n`;
export const headLinesAsOf = (first: number, through: number, asOf: number): string =>
  `${mark}\n${title} 3 ${first} ${through} ${asOf}\n`;
export const tapeLine = (symbol: string, before: string): string => `tape ${symbol} ${before}\n`;
export const tickLine = (slot: number | bigint, price: bigint, heard?: ProvenHeard): string =>
  `${[slot, price, ...(heard ? [heard.source, heard.at, heard.message] : [])].join(' ')}\n`;
export const sealLine = (seal: Seal): string => `sealed ${JSON.stringify(seal)}\n`;
/** Slots that were given up for good, and where the log says so. They come before the orders. */
export type GivenUp = Span & { place: number };
export const givenUpLine = ({ place, first, last }: GivenUp): string => `given-up ${place} ${first} ${last}\n`;
export const ordersLine = 'orders\n';
/** What orders are of that are not contracts, which came first and do not say it. */
export type OtherProduct = Exclude<ProductName, 'contract'>;
const otherProducts = productNames.slice(1).join('|');
/** Orders of one product that were accepted together follow, in the order of their tree: their place in the log and the slot of their acceptance. */
export type LoggedOrders = { place: number; slot: number; count: number; product?: OtherProduct | undefined };
const ofProduct = (product: OtherProduct | undefined) => (product ? ` ${product}` : '');
export const entryLine = ({ place, slot, count, product }: LoggedOrders): string =>
  `entry ${place} ${slot} ${count}${ofProduct(product)}\n`;
/** Orders of one product follow that are in no log: from before there was one. */
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

/** An order of another product: as its receipt shows it, but for what would name its owner. */
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

/** Reads the second line of a file: the first and the last slot in which its orders were due, or from version 2 on accepted. */
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
): { slot: number; price: bigint; heard?: ProvenHeard | undefined } | undefined {
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

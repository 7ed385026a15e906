import type { Agreed, Outcome, Span } from '../contracts/settle.ts';
import { coinBySymbol } from '../market/coins.ts';
import type { ProvenHeard, TapeRun } from '../market/proof.ts';
import { formatUsdt, parseUnits } from '../money.ts';

// All settlements of a span of slots in one text, with the ticks that decided them, to be written and read line by line:
//   the head, then for each coin its ticks and their seal, then what was given up of the tape, then the orders, then the end.
// In version 1 the span is of slots in which orders were due, and they come in that order. In version 2 it is of slots in which they were
// accepted, and they come as they are in the public log: each of its entries with all of its orders, so that none can be left out.
// Nobody's name or account is in it. `name` is the hash of the slip: whoever has the slip finds the order, nobody else does.

export type Settlement = Agreed & {
  name: string;
  symbol: string;
  entrySlot: number | undefined;
  exitSlot: number | undefined;
  outcome: Outcome;
  payout: bigint;
};
export type Seal = Pick<TapeRun, 'path' | 'checkpoint'>;

const mark = '# Simulated. Settlements of a practice exchange, paper money only.';
const title = '# glasshouse-settlements';
type Version = 1 | 2;

export const headLines = (first: number, through: number, version: Version = 1): string =>
  `${mark}\n${title} ${version} ${first} ${through}\n`;
export const tapeLine = (symbol: string, before: string): string => `tape ${symbol} ${before}\n`;
export const tickLine = (slot: number | bigint, price: bigint, heard?: ProvenHeard): string =>
  `${[slot, price, ...(heard ? [heard.source, heard.at, heard.message] : [])].join(' ')}\n`;
export const sealLine = (seal: Seal): string => `sealed ${JSON.stringify(seal)}\n`;
/** Slots that were given up for good, and where the log says so. They come before the orders. */
export type GivenUp = Span & { place: number };
export const givenUpLine = ({ place, first, last }: GivenUp): string => `given-up ${place} ${first} ${last}\n`;
export const ordersLine = 'orders\n';
/** Orders accepted together follow, in the order of their tree: their place in the log and the slot of their acceptance. */
export type LoggedOrders = { place: number; slot: number; count: number };
export const entryLine = ({ place, slot, count }: LoggedOrders): string => `entry ${place} ${slot} ${count}\n`;
/** Orders follow that are in no log: from before there was one. */
export const unloggedLine = (count: number): string => `unlogged ${count}\n`;
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

/** Reads the second line of a file: the first and the last slot in which its orders were due, or in version 2 accepted. */
export function readHead(line: string): { version: Version; first: number; through: number } | undefined {
  const [, version, first, through] = /^# glasshouse-settlements ([12]) (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  if (!first || !through) return undefined;
  return { version: version === '2' ? 2 : 1, first: Number(first), through: Number(through) };
}

export function readEntryLine(line: string): LoggedOrders | undefined {
  const [, place, slot, count] = /^entry (\d{1,15}) (\d{1,15}) ([1-9]\d{0,4})$/.exec(line) ?? [];
  return place && slot && count ? { place: Number(place), slot: Number(slot), count: Number(count) } : undefined;
}
export function readGivenUpLine(line: string): GivenUp | undefined {
  const [, place, first, last] = /^given-up (\d{1,15}) (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  return place && first && last ? { place: Number(place), first: Number(first), last: Number(last) } : undefined;
}
export function readUnloggedLine(line: string): number | undefined {
  const [, count] = /^unlogged ([1-9]\d{0,9})$/.exec(line) ?? [];
  return count === undefined ? undefined : Number(count);
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
  /^([0-9a-f]{64}) ([A-Z0-9]{1,10}) (long|short) (\d{1,4}) ([\d.]{4,20}) (\d{1,5}) (\d{1,3}) (\d{1,15}) (\d{1,15}|-) (\d{1,15}|-) (win|lose|draw|void) ([\d.]{4,20})$/;
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

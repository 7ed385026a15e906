// The rule of buying and selling coins: an order is filled at the tick right after it, beside that by the spread that was agreed. Server, browser
// and the offline verifier all run this file.

import { partsPerUnit } from '../market/coins.ts';
import { exitOf } from '../orders/one-tick.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import type { Side } from './terms.ts';

export type SpotOutcome = 'filled' | 'void';
/** What decides about an order, as agreed at acceptance. `headSlot` is the newest tick that existed then. */
export type SpotAgreement = {
  /** Which version of the rule. */
  rule: number;
  /** The coin's number on the tape. */
  symbol: number;
  side: Side;
  /** USDT to buy, coin to sell, in minor units. */
  given: bigint;
  /** Hundredths of a percent. */
  spreadBp: number;
  headSlot: number;
};
type Deal = Pick<SpotAgreement, 'symbol' | 'side' | 'given' | 'spreadBp'>;
/** `exit` is the tick that filled it. A void order gives back what was given and receives nothing. */
export type SpotResult = { outcome: SpotOutcome; received: bigint; exit: Price | undefined };

const whole = 10_000n;

/** What comes for what is given at a price, the spread taken off; what does not make a whole unit is rounded away. */
export function receivedFor({ symbol, side, given, spreadBp }: Deal, price: bigint): bigint {
  const [parts, spread] = [partsPerUnit(symbol), BigInt(spreadBp)];
  return side === 'buy'
    ? (given * parts * whole) / (price * (whole + spread))
    : (given * price * (whole - spread)) / (parts * whole);
}

/** What must be given to receive so much at a price: the least that is enough. */
export function givenFor({ symbol, side, spreadBp }: Omit<Deal, 'given'>, received: bigint, price: bigint): bigint {
  const [parts, spread] = [partsPerUnit(symbol), BigInt(spreadBp)];
  return side === 'buy'
    ? roundedUp(received * price * (whole + spread), parts * whole)
    : roundedUp(received * parts * whole, price * (whole - spread));
}
const roundedUp = (above: bigint, below: bigint): bigint => (above + below - 1n) / below;

/** What so much of a coin is worth at a price, without spread. */
export const worthOf = (symbol: number, amount: bigint, price: bigint): bigint =>
  receivedFor({ symbol, side: 'sell', given: amount, spreadBp: 0 }, price);

/** What buying and selling again costs of so much USDT while the price stands still. */
export function thereAndBack(symbol: number, usdt: bigint, spreadBp: number, price: bigint): bigint {
  const coin = receivedFor({ symbol, side: 'buy', given: usdt, spreadBp }, price);
  return usdt - receivedFor({ symbol, side: 'sell', given: coin, spreadBp }, price);
}

/** The slot whose tick fills an order. */
export const dueSlotOf = ({ headSlot }: Pick<SpotAgreement, 'headSlot'>): number => headSlot + 1;

/**
 * Fills an order by the ticks of its coin, under its own version of the rule: see `exitOf`. Undefined while the tape does not tell.
 */
export function settleSpot(
  agreed: SpotAgreement,
  ticks: readonly Price[],
  through: number,
  givenUp: readonly Span[] = [],
): SpotResult | undefined {
  const due = { rule: agreed.rule, dueSlot: dueSlotOf(agreed) };
  const exit = exitOf(due, ticks, through, givenUp);
  if (exit === undefined) return undefined;
  if (exit === 'void') return { outcome: 'void', received: 0n, exit: undefined };
  return { outcome: 'filled', received: receivedFor(agreed, exit.price), exit };
}

/** An order is filled half a second after its head. What is committed and logged later than that, by no more slots than these, is told so. */
export const lingers = 10;

// The rule of buying and selling coins. An order is filled at the price of the next tick, adjusted by the agreed
// spread. The server, the browser and the offline verifier all run this file.

import { partsPerUnit } from '../market/coins.ts';
import { exitOf } from '../orders/one-tick.ts';
import type { Price, Span } from '../orders/tape-rule.ts';
import type { Side } from './terms.ts';

export type SpotOutcome = 'filled' | 'void';
/** The agreed terms that determine the result. `headSlot` is the newest tick at acceptance. */
export type SpotAgreement = {
  /** The version of the rule. */
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
/** `exit` is the tick that filled the order. For a void order the amount given is refunded and nothing is received. */
export type SpotResult = { outcome: SpotOutcome; received: bigint; exit: Price | undefined };

const whole = 10_000n;

/** The amount received at a price after the spread, rounded down to whole units. */
export function receivedFor({ symbol, side, given, spreadBp }: Deal, price: bigint): bigint {
  const [parts, spread] = [partsPerUnit(symbol), BigInt(spreadBp)];
  return side === 'buy'
    ? (given * parts * whole) / (price * (whole + spread))
    : (given * price * (whole - spread)) / (parts * whole);
}

/** The minimum amount to give in order to receive this much at a price. */
export function givenFor({ symbol, side, spreadBp }: Omit<Deal, 'given'>, received: bigint, price: bigint): bigint {
  const [parts, spread] = [partsPerUnit(symbol), BigInt(spreadBp)];
  return side === 'buy'
    ? roundedUp(received * price * (whole + spread), parts * whole)
    : roundedUp(received * parts * whole, price * (whole - spread));
}
const roundedUp = (above: bigint, below: bigint): bigint => (above + below - 1n) / below;

/** The value of an amount of a coin at a price, without spread. */
export const worthOf = (symbol: number, amount: bigint, price: bigint): bigint =>
  receivedFor({ symbol, side: 'sell', given: amount, spreadBp: 0 }, price);

/** The cost of buying coins for this much USDT and selling them again at the same price. */
export function roundTripCost(symbol: number, usdt: bigint, spreadBp: number, price: bigint): bigint {
  const coin = receivedFor({ symbol, side: 'buy', given: usdt, spreadBp }, price);
  return usdt - receivedFor({ symbol, side: 'sell', given: coin, spreadBp }, price);
}

/** The slot whose tick fills an order. */
export const dueSlotOf = ({ headSlot }: Pick<SpotAgreement, 'headSlot'>): number => headSlot + 1;

/**
 * Fills an order under its own version of the rule, at a tick of its coin: see `exitOf`. Undefined while the tape does
 * not decide it.
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

/**
 * An order is filled half a second after its head. Up to this many slots later it may be committed and logged, and its
 * receipt says so.
 */
export const lingers = 10;

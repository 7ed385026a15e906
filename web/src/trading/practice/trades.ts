import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { type Currency, coinSymbols, formatUnits, formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { isAmount, orderBaseForm } from '@glasshouse/protocol/orders/order-form';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { amount, fields, fits, oneOf, orNull, text, time, whole } from '@glasshouse/protocol/shape';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { afterBuying, costOfSold, type Holding } from '@glasshouse/protocol/spot/holdings';
import { dueSlotOf } from '@glasshouse/protocol/spot/settle';
import { currenciesOf, sides } from '@glasshouse/protocol/spot/terms';
import { useMemo } from 'react';
import { lessUsdt, moreUsdt, type PracticeState, practiceOrders, usePracticeStore } from './store.ts';

// Coins bought and sold on this device.

// All coins have the same decimals.
const [anyCoin] = coinSymbols;

type Coin = { symbol: string; amount: string; cost: string };
type Coins = { held: readonly Coin[]; realised: string };

const coinAmount = fits((value) => typeof value === 'string' && isAmount(value, anyCoin));
const coinForm = fields({ symbol: oneOf(...coinSymbols), amount: coinAmount, cost: amount });
const isCoin = (value: unknown): value is Coin => coinForm(value) === undefined;
const signed = (value: unknown) => typeof value === 'string' && isAmount(value.replace(/^-/, ''), 'USDT');

/** The valid part of the stored data: each coin once. */
function readCoins(stored: unknown): Coins {
  const { held, realised } = (stored ?? {}) as { held?: unknown; realised?: unknown };
  const known = (Array.isArray(held) ? held.slice(0, coinSymbols.length) : []).filter(isCoin);
  return {
    held: known.filter(({ symbol }, place) => known.findIndex((each) => each.symbol === symbol) === place),
    realised: signed(realised) ? (realised as string) : '0.00',
  };
}

const unitsOf = (text: string, currency: Currency): bigint => parseUnits(text, currency) ?? 0n;
function holdingIn({ held }: Coins, symbol: string): Holding {
  const found = held.find((each) => each.symbol === symbol);
  return found
    ? { amount: unitsOf(found.amount, anyCoin), cost: unitsOf(found.cost, 'USDT') }
    : { amount: 0n, cost: 0n };
}
function withHolding(coins: Coins, symbol: string, { amount, cost }: Holding): Coins {
  const others = coins.held.filter((each) => each.symbol !== symbol);
  const held = { symbol, amount: formatUnits(amount, anyCoin), cost: formatUsdt(cost) };
  return { ...coins, held: amount > 0n || cost > 0n ? [held, ...others] : others };
}

const form = fields({
  ...orderBaseForm,
  settledAt: orNull(time),
  side: oneOf(...sides),
  given: text(/^[\d.]{1,24}$/),
  spreadBp: whole(0, 500),
  outcome: orNull(oneOf('filled', 'void')),
  received: orNull(text(/^[\d.]{1,24}$/)),
});

function isOrder(value: unknown): value is SpotOrder {
  if (form(value) !== undefined) return false;
  const order = value as SpotOrder;
  const { rule, side, given, outcome, received, settledAt } = order;
  const currencies = currenciesOf(side, coinBySymbol(order.symbol)!.symbol);
  return (
    [received, settledAt].every((each) => (each === null) === (outcome === null)) &&
    isAmount(given, currencies.given) &&
    (received === null || isAmount(received, currencies.received)) &&
    isRule(rule) &&
    order.dueSlot === dueSlotOf(order)
  );
}

/** Deducts what an order gives. The cost of sold coins stays with the others until the order is filled. */
function pay(state: PracticeState, { symbol, side, given }: SpotOrder): Partial<PracticeState> | undefined {
  if (side === 'buy') {
    const left = unitsOf(state.balance, 'USDT') - unitsOf(given, 'USDT');
    return left < 0n ? undefined : { balance: formatUsdt(left) };
  }
  const coins = readCoins(state.coins);
  const { amount: before, cost } = holdingIn(coins, symbol);
  const left = before - unitsOf(given, anyCoin);
  return left < 0n ? undefined : { coins: withHolding(coins, symbol, { amount: left, cost }) };
}

/** Adds what an order received. A void order, and one that the tape can no longer settle, is refunded. */
function credit(state: PracticeState, { symbol, side, given, outcome, received }: SpotOrder): Partial<PracticeState> {
  const coins = readCoins(state.coins);
  const holding = holdingIn(coins, symbol);
  const isFilled = outcome === 'filled' && received !== null;
  if (side === 'buy') {
    if (!isFilled) return { balance: moreUsdt(state.balance, given) };
    const more = afterBuying(holding, unitsOf(received, anyCoin), unitsOf(given, 'USDT'));
    return { coins: withHolding(coins, symbol, more) };
  }
  const sold = unitsOf(given, anyCoin);
  if (!isFilled) return { coins: withHolding(coins, symbol, { ...holding, amount: holding.amount + sold }) };
  const cost = costOfSold(sold, holding);
  const left = withHolding(coins, symbol, { ...holding, cost: holding.cost - cost });
  const realised = lessUsdt(moreUsdt(coins.realised, received), formatUsdt(cost));
  return { balance: moreUsdt(state.balance, received), coins: { ...left, realised } };
}

/** Spot orders on this device. */
export const spotPractice = practiceOrders<SpotOrder>({ list: 'trades', isOrder, pay, credit });

/** This device's wallet, in the form in which the server describes one. */
export function usePracticeWallet() {
  const { balance, coins } = usePracticeStore();
  return useMemo(() => {
    const { held, realised } = readCoins(coins);
    return { usdt: balance, coins: held.filter(({ amount }) => unitsOf(amount, anyCoin) > 0n), realised };
  }, [balance, coins]);
}

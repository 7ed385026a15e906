import { formatUnits } from '@glasshouse/protocol/money';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { maxBy, minBy, personalLimit } from '@glasshouse/protocol/withdrawals/terms';
import type { Tx } from '#platform/database/db.ts';
import { moneySettings } from '#site/site/site.ts';
import { balancesOf } from '../ledger/ledger.ts';
import * as table from './sql.ts';

type Limited = 'USDT' | 'CNY';
const wallets = { USDT: 'fund', CNY: 'cash' } as const;
const notBelowZero = (amount: bigint) => (amount < 0n ? 0n : amount);

/** The user's remaining limits today in each currency. The site sets them in USDT. */
export async function limitsOf(tx: Tx, now: Date, owner: bigint) {
  const { cnyRate: rate, withdrawals } = await moneySettings(tx, now);
  const { least, most, day } = withdrawals;
  const used = await table.usedOn(tx, owner, utcDay(now));
  const balances = await balancesOf(tx, owner);
  const inCurrency = (currency: Limited) => {
    const held = balances.find((each) => each.name === wallets[currency] && each.currency === currency);
    const bounds = {
      least: minBy(least, currency, rate),
      most: maxBy(most, currency, rate),
      day: maxBy(day, currency, rate),
      used: minBy(used, currency, rate),
      left: maxBy(notBelowZero(day - used), currency, rate),
      balance: held?.amount ?? 0n,
    };
    return { ...bounds, personal: personalLimit(bounds) };
  };
  return { USDT: inCurrency('USDT'), CNY: inCurrency('CNY') };
}
export type Limits = Awaited<ReturnType<typeof limitsOf>>[Limited];

/** The limits as text. */
export const shownLimits = (limits: Limits, currency: Limited) =>
  Object.fromEntries(Object.entries(limits).map(([name, amount]) => [name, formatUnits(amount, currency)])) as Record<
    keyof Limits,
    string
  >;

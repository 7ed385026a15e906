import type { getOverview } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { type SystemName, type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { type Currency, formatRate, formatUnits, formatUsdt, usdtToCny } from '@glasshouse/protocol/money';
import type { Tx } from '#platform/database/db.ts';
import { moneySettings, nextMoney } from '#site/site/site.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { type Earnings, incomeTotals } from './results.ts';
import { type Prices, type Valuation, valuation } from './valuation.ts';

type Overview = Output<typeof getOverview>;
type Committed = { account: SystemName; currency: Currency; amount: bigint };
/** Data of domains that this one may not import. The roles pass them in. */
export type Sources = {
  prices: (tx: Tx) => Promise<Prices>;
  /**
   * A user's money in open orders and products, neither in a wallet nor spent. Each domain with such money has one
   * source.
   */
  committed: readonly ((tx: Tx, owner: bigint) => Promise<Committed[]>)[];
  earnings: Earnings;
};

// The currency that an unused wallet shows.
const mainCurrency: Record<Wallet, Currency> = {
  fund: 'USDT',
  cash: 'CNY',
  spot: 'USDT',
  contract: 'USDT',
  options: 'USDT',
  financial: 'USDT',
};

/**
 * Shares in hundredths of a percent that add up to exactly 10000. The remainder of rounding goes to those that lost
 * most by it.
 */
export function sharesOf(values: readonly bigint[]): number[] {
  const total = sum(values);
  if (total === 0n) return values.map(() => 0);
  const shares = values.map((value) => Number((value * 10_000n) / total));
  const rest = values.map((value, place) => ({ place, lost: (value * 10_000n) % total }));
  rest.sort((a, b) => (a.lost > b.lost ? -1 : a.lost < b.lost ? 1 : a.place - b.place));
  const missing = 10_000 - shares.reduce((a, b) => a + b, 0);
  for (const { place } of rest.slice(0, missing)) shares[place]! += 1;
  return shares;
}

const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);

/** Everything that the assets page shows about a user's money. */
export async function overview(tx: Tx, now: Date, owner: bigint, sources: Sources): Promise<Overview> {
  const { cnyRate } = await moneySettings(tx, now);
  const next = await nextMoney(tx, now);
  const value = await valuation(tx, cnyRate, sources);
  const balances = await balancesOf(tx, owner);
  const held = wallets.map((wallet) => {
    const own = balances.filter((balance) => balance.name === wallet);
    const main = { currency: mainCurrency[wallet], amount: 0n };
    const shown = own.some(({ currency }) => currency === main.currency) ? own : [main, ...own];
    return { wallet, value: sum(own.map(value)), shown };
  });
  const committed: (Committed & { value: bigint })[] = [];
  for (const held of sources.committed)
    for (const part of await held(tx, owner)) {
      // Commitments in several currencies form one line.
      const known = committed.find(({ account }) => account === part.account);
      if (known) known.value += value(part);
      else committed.push({ ...part, value: value(part) });
    }
  const shares = sharesOf([...held, ...committed].map((part) => part.value));
  const total = (...names: (Wallet | SystemName)[]) => {
    const parts = [
      ...held.map((part) => ({ ...part, name: part.wallet })),
      ...committed.map((part) => ({ ...part, name: part.account })),
    ];
    const units = sum(
      parts.filter((part) => names.length === 0 || names.includes(part.name)).map((part) => part.value),
    );
    return { usdt: formatUsdt(units), cny: formatUnits(usdtToCny(units, cnyRate), 'CNY') };
  };
  return {
    cnyRate: formatRate(cnyRate),
    nextRate: next && next.cnyRate !== formatRate(cnyRate) ? { from: next.from, cnyRate: next.cnyRate } : null,
    total: total(),
    totalFunds: total('fund', 'cash'),
    totalSpot: total('spot', 'committed_spot'),
    totalContract: total('contract', 'committed_contracts'),
    wallets: held.map(({ wallet, value, shown }, place) => ({
      wallet,
      usdt: formatUsdt(value),
      share: shares[place]!,
      balances: shown.map(({ currency, amount }) => ({ currency, amount: formatUnits(amount, currency) })),
    })),
    committed: committed.map(({ account, value }, place) => ({
      account,
      usdt: formatUsdt(value),
      share: shares[held.length + place]!,
    })),
    income: await incomeShown(tx, now, owner, sources, value),
  };
}

/** The same with its sources, for operators who look at a user's overview. */
export const overviewWith = (sources: Sources) => (tx: Tx, now: Date, owner: bigint) =>
  overview(tx, now, owner, sources);

async function incomeShown(
  tx: Tx,
  now: Date,
  owner: bigint,
  { earnings }: Pick<Sources, 'earnings'>,
  value: Valuation,
): Promise<Overview['income']> {
  const { sources, today, total } = await incomeTotals(tx, now, owner, earnings, value);
  return {
    today: formatUsdt(today),
    total: formatUsdt(total),
    sources: sources.map(({ source, today, total }) => ({
      source,
      today: formatUsdt(today),
      total: formatUsdt(total),
    })),
  };
}

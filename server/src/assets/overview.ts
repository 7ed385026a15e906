import type { getOverview } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { earnedSources, incomeSources, type SystemName, type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import {
  type Currency,
  cnyToUsdt,
  formatRate,
  formatUnits,
  formatUsdt,
  type Rate,
  scales,
  usdtToCny,
} from '@glasshouse/protocol/money';
import { balancesOf, type Income, incomeOf } from '../ledger/ledger.ts';
import type { Tx } from '../platform/db.ts';
import { moneySettings, nextMoney } from '../site/site.ts';

/** What one whole coin costs in USDT, as the tape writes it. A coin that is not in it counts as nothing. */
type Prices = ReadonlyMap<Currency, { price: bigint; decimals: number }>;
type Committed = { account: SystemName; currency: Currency; amount: bigint };
/** Where the overview gets what domains below this one know; the roles put them together. */
export type Sources = {
  prices: (tx: Tx) => Promise<Prices>;
  /** What a user has in open orders and products: neither in a wallet nor spent. One source per domain that holds some. */
  committed: readonly ((tx: Tx, owner: bigint) => Promise<Committed[]>)[];
  /** What trading has brought, in USDT units; it may be a loss, so no posting of its own is booked as income. */
  trading: (tx: Tx, owner: bigint, now: Date) => Promise<{ today: bigint; total: bigint }>;
  /** The same for each UTC day (counted from 1970) from one on that has any. */
  tradingFrom: (tx: Tx, owner: bigint, firstDay: number) => Promise<ReadonlyMap<number, bigint>>;
  /** What was spent on machines, as a loss: their price does not come back, and what they pay counts as income of products. */
  machines: (tx: Tx, owner: bigint, now: Date) => Promise<{ today: bigint; total: bigint }>;
};

// What an untouched wallet shows.
const mainCurrency: Record<Wallet, Currency> = {
  fund: 'USDT',
  cash: 'CNY',
  spot: 'USDT',
  contract: 'USDT',
  options: 'USDT',
  financial: 'USDT',
};

/** Rounded down to a whole USDT unit: a valuation never promises more than there is. */
function inUsdt(amount: bigint, currency: Currency, rate: Rate, prices: Prices): bigint {
  if (currency === 'USDT') return amount;
  if (currency === 'CNY') return cnyToUsdt(amount, rate);
  const { price, decimals } = prices.get(currency) ?? { price: 0n, decimals: 0 };
  return (amount * price * 10n ** BigInt(scales.USDT)) / 10n ** BigInt(scales[currency] + decimals);
}

/** Hundredths of a percent that sum to exactly 10000: what rounding left over goes to those that lost most by it. */
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

/** Everything the assets page shows of a user's money. */
export async function overview(
  tx: Tx,
  now: Date,
  owner: bigint,
  sources: Sources,
): Promise<Output<typeof getOverview>> {
  const { cnyRate } = await moneySettings(tx, now);
  const next = await nextMoney(tx, now);
  const prices = await sources.prices(tx);
  const balances = await balancesOf(tx, owner);
  const value = (of: { currency: Currency; amount: bigint }) => inUsdt(of.amount, of.currency, cnyRate, prices);
  const held = wallets.map((wallet) => {
    const own = balances.filter((balance) => balance.name === wallet);
    const main = { currency: mainCurrency[wallet], amount: 0n };
    const shown = own.some(({ currency }) => currency === main.currency) ? own : [main, ...own];
    return { wallet, value: sum(own.map(value)), shown };
  });
  const committed: (Committed & { value: bigint })[] = [];
  for (const held of sources.committed)
    for (const part of await held(tx, owner)) {
      // What is committed in several currencies is one line.
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
    income: incomeShown(
      [
        ...(await incomeOf(tx, owner, now)),
        { source: 'trading', currency: 'USDT', ...(await sources.trading(tx, owner, now)) },
        { source: 'machine', currency: 'USDT', ...(await sources.machines(tx, owner, now)) },
      ],
      value,
    ),
  };
}

function incomeShown(booked: readonly Income[], value: (of: { currency: Currency; amount: bigint }) => bigint) {
  const sources = incomeSources.map((source) => {
    const own = booked.filter((income) => income.source === source);
    const today = sum(own.map(({ currency, today }) => value({ currency, amount: today })));
    const total = sum(own.map(({ currency, total }) => value({ currency, amount: total })));
    return { source, today, total };
  });
  // A grant counted as a result would hide a loss behind it.
  const earned = sources.filter(({ source }) => earnedSources.some((each) => each === source));
  return {
    today: formatUsdt(sum(earned.map(({ today }) => today))),
    total: formatUsdt(sum(earned.map(({ total }) => total))),
    sources: sources.map(({ source, today, total }) => ({
      source,
      today: formatUsdt(today),
      total: formatUsdt(total),
    })),
  };
}

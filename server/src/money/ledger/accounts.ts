import assert from 'node:assert/strict';
import { type SystemName, type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { type CoinSymbol, type Currency, coinSymbols } from '@glasshouse/protocol/money';

// These numbers are in the books permanently: new names get new numbers, and none is reused.
const currencyCodes = {
  USDT: 1,
  CNY: 2,
  ...(Object.fromEntries(coinSymbols.map((coin, place) => [coin, place + 3])) as Record<CoinSymbol, number>),
} satisfies Record<Currency, number>;
const walletCodes = {
  fund: 1,
  cash: 2,
  spot: 3,
  contract: 4,
  options: 5,
  financial: 6,
} as const satisfies Record<Wallet, number>;
const systemCodes = {
  house: 32,
  external: 33, // the source of top-ups and the destination of withdrawals
  fees: 34,
  // Committed money: neither the user's to spend nor the house's, until the order, product or request ends.
  committed_contracts: 40,
  committed_options: 41,
  committed_products: 42,
  committed_withdrawals: 43,
  committed_vip: 44,
  committed_spot: 45,
} as const satisfies Record<SystemName, number>;
// Which currencies a wallet may hold. Only spot holds coins, so reading all of a user's accounts means thirty of them,
// not hundreds.
const held: Record<Wallet, readonly Currency[]> = {
  fund: ['USDT'],
  cash: ['CNY'],
  spot: ['USDT', ...coinSymbols],
  contract: ['USDT'],
  options: ['USDT'],
  financial: ['USDT'],
};
/** An account's id: owner << 16 | wallet << 10 | currency, as the table `account` explains. */
export type Account = bigint;

const ownerBits = 16n;
const walletBits = 10n;
const currencyMask = 1023n;
const walletMask = 63n;
const firstUserAccount = 1n << ownerBits;

/** A user's account; `owner` is the person's number. */
export function walletOf(owner: bigint, wallet: Wallet, currency: Currency): Account {
  assert(held[wallet].includes(currency), `the ${wallet} wallet holds no ${currency}`);
  return (owner << ownerBits) | BigInt((walletCodes[wallet] << 10) | currencyCodes[currency]);
}

/** A system account. It has no balance row: see `account` in the migrations. */
export const systemAccount = (name: SystemName, currency: Currency): Account =>
  BigInt((systemCodes[name] << 10) | currencyCodes[currency]);

export const isUserAccount = (account: Account): boolean => account >= firstUserAccount;
export const currencyCodeOf = (account: Account): bigint => account & currencyMask;
export const ownerOf = (account: Account): bigint => account >> ownerBits;
export const firstAccountOf = (owner: bigint): Account => owner << ownerBits;

const invert = <N extends string>(codes: Record<N, number>) =>
  new Map((Object.entries(codes) as [N, number][]).map(([name, code]) => [BigInt(code), name]));
const currencies = invert(currencyCodes);
const names = invert<Wallet | SystemName>({ ...walletCodes, ...systemCodes });

/** A currency's number in the books. */
export const currencyCode = (currency: Currency): number => currencyCodes[currency];
export const currencyNamed = (code: number): Currency => currencies.get(BigInt(code))!;

export type AccountName = { owner: bigint; name: Wallet | SystemName; currency: Currency };

/** The owner, wallet and currency that an account's id encodes. */
export function describeAccount(account: Account): AccountName {
  const name = names.get((account >> walletBits) & walletMask);
  const currency = currencies.get(currencyCodeOf(account));
  if (!name || !currency) throw new Error(`no such account: ${account}`);
  return { owner: ownerOf(account), name, currency };
}

/** Every account that a user's wallet may have, one per currency. */
export const accountsIn = (owner: bigint, wallet: Wallet): Account[] =>
  held[wallet].map((currency) => walletOf(owner, wallet, currency));

export const allAccountsOf = (owner: bigint): Account[] => wallets.flatMap((wallet) => accountsIn(owner, wallet));

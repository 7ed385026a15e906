import { type Currency, cnyToUsdt, scales } from '@glasshouse/protocol/money';
import type { Tx } from '#platform/database/db.ts';

/** The price of one coin in USDT, in the units of the tape. A coin without a price has no value. */
export type Prices = ReadonlyMap<Currency, { price: bigint; decimals: number }>;
type Amount = { currency: Currency; amount: bigint };
/** The value of an amount in units of USDT. */
export type Valuation = (of: Amount) => bigint;

/** Values amounts at a yuan rate and current prices, rounded down to a USDT unit, so never above the real value. */
export async function valuation(
  tx: Tx,
  cnyRate: bigint,
  { prices }: { prices: (tx: Tx) => Promise<Prices> },
): Promise<Valuation> {
  const known = await prices(tx);
  return ({ currency, amount }) => {
    if (currency === 'USDT') return amount;
    if (currency === 'CNY') return cnyToUsdt(amount, cnyRate);
    const { price, decimals } = known.get(currency) ?? { price: 0n, decimals: 0 };
    return (amount * price * 10n ** BigInt(scales.USDT)) / 10n ** BigInt(scales[currency] + decimals);
  };
}

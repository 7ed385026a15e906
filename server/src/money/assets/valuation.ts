import { type Currency, cnyToUsdt, scales } from '@glasshouse/protocol/money';
import type { Tx } from '#platform/database/db.ts';

/** What one whole coin costs in USDT, as the tape writes it. A coin that is not in it counts as nothing. */
export type Prices = ReadonlyMap<Currency, { price: bigint; decimals: number }>;
type Amount = { currency: Currency; amount: bigint };
/** What an amount is worth in units of USDT. */
export type Valuation = (of: Amount) => bigint;

/** Values amounts at a yuan rate and the prices of now, rounded down to a whole USDT unit: never more than there is. */
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

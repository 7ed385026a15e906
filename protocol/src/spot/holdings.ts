// The average cost of coins. Buying adds the price paid. Selling removes a proportional share of the cost.

/** An amount of a coin and its total cost in USDT. Both in minor units. */
export type Holding = { amount: bigint; cost: bigint };

/** The holding after buying `received` for `given`. Coins received in other ways cost nothing. */
export const afterBuying = ({ amount, cost }: Holding, received: bigint, given: bigint): Holding => ({
  amount: amount + received,
  cost: (amount === 0n ? 0n : cost) + given,
});

/** The share of the cost of sold coins. `amount` is what is left after the sale, `cost` that of all coins before it. */
export const costOfSold = (sold: bigint, { amount: left, cost }: Holding): bigint =>
  sold + left === 0n ? 0n : (cost * sold) / (sold + left);

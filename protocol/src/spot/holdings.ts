// What coins cost on average: bought ones add what was given for them, sold ones take their share of what all of them cost.

/** An amount of a coin, and what all of it cost in USDT. Both in minor units. */
export type Holding = { amount: bigint; cost: bigint };

/** A holding after so much was received for so much USDT. Coins that came in another way cost nothing. */
export const afterBuying = ({ amount, cost }: Holding, received: bigint, given: bigint): Holding => ({
  amount: amount + received,
  cost: (amount === 0n ? 0n : cost) + given,
});

/** The share of the cost that falls to the coins that are sold; the holding is what remains of the coins, with the cost of all. */
export const costOfSold = (sold: bigint, { amount: left, cost }: Holding): bigint =>
  sold + left === 0n ? 0n : (cost * sold) / (sold + left);

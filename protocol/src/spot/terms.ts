// What may be given in one order, in smallest units of USDT. What a coin is worth is counted at the newest tick.

export const least = 1_000_000n;
export const most = 50_000_000_000n;

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

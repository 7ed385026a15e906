// Least as in a withdrawal, so that what came in can go out again. Most is what may leave in a day: more would be looked at as one, and could
// not be undone as one. The database holds both again.
const usdt = (whole: bigint): bigint => whole * 1_000_000n;

/** What one top-up by a network may be. */
export const topUpBounds = { least: usdt(10n), most: usdt(100_000n) };
/** How many top-ups of a person wait for a decision at a time. */
export const maxUnderReview = 5;

/** A card is credited at once, without anybody looking: one day's cards are what a new account is given, and no more. */
export const cardBounds = { least: usdt(10n), most: usdt(2_000n), day: usdt(10_000n) };

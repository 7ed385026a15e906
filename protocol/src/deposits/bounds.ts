// The minimum equals that of withdrawals, so that a deposit can be withdrawn again. The maximum is the daily limit of
// withdrawals, because a larger deposit would be reviewed at once but could not be undone at once. The database
// enforces both.
const usdt = (whole: bigint): bigint => whole * 1_000_000n;

/** Limits of one top-up over a network. */
export const topUpBounds = { least: usdt(10n), most: usdt(100_000n) };
/** Maximum top-ups of one user under review at a time. */
export const maxUnderReview = 5;

/** Cards are credited without a review, so the daily limit is what a new account receives. */
export const cardBounds = { least: usdt(10n), most: usdt(2_000n), day: usdt(10_000n) };

/** The score that everybody begins with; there is none above it. */
export const fullScore = 100;

/**
 * What changes a credit score, and by how many points. A freeze that is lifted gives back what it took and no more. The first two
 * rejected verifications are free, and so is every one that no person decided. A good month is thirty days without a fall.
 */
export const points = { frozen: -20, identity_rejected: -5, unfrozen: 20, good_month: 5 } as const;
export type CreditKind = keyof typeof points;

/** The initial score of every user, which is also the maximum. */
export const fullScore = 100;

/**
 * Events that change a credit score, and their points. Lifting a freeze restores exactly the points that the freeze
 * took. The first two rejected verifications cost nothing, nor does any that was not decided by a person. A good month
 * is thirty days without a loss of points.
 */
export const points = { frozen: -20, identity_rejected: -5, unfrozen: 20, good_month: 5 } as const;
export type CreditKind = keyof typeof points;

type Open = { outcome: string | null; payout: string | null };

/** An order that has ended, with everything that is known only then. */
export type EndedOrder<O extends Open> = O & { outcome: NonNullable<O['outcome']>; payout: string };

export const hasEnded = <O extends Open>(order: O): order is EndedOrder<O> =>
  order.outcome !== null && order.payout !== null;

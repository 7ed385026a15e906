import type { Tx } from '../platform/db.ts';

/** Requests that wait, oldest first, or those decided or expired, newest first. Ids rise with time. */
export function requests(tx: Tx, now: Date, state: 'waiting' | 'decided', before: string | undefined, most: number) {
  const waiting = state === 'waiting';
  return tx
    .selectFrom('approval')
    .selectAll()
    .where((where) =>
      waiting
        ? where.and([where('decision', 'is', null), where('expires_at', '>', now)])
        : where.or([where('decision', 'is not', null), where('expires_at', '<=', now)]),
    )
    .$if(before !== undefined, (query) => query.where('id', waiting ? '>' : '<', before!))
    .orderBy('id', waiting ? 'asc' : 'desc')
    .limit(most)
    .execute();
}

/** The one row of figures that are counted once a minute. */
export const keepFigures = (tx: Tx, at: Date, figures: object) => {
  const row = { at, figures: JSON.stringify(figures) };
  return tx
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
};
export const keptFigures = (tx: Tx) => tx.selectFrom('site_figures').select(['at', 'figures']).executeTakeFirst();
